import { NotFound } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";
import type { Endpoint, FormatName } from "./endpoint";
import { HttpError } from "./errors";

/** Which format an answer takes; the contract 9.2. */

export const MEDIA: Readonly<Record<FormatName, string>> = {
  json: "application/json",
  api: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  "json-flat": "application/json",
};

const SUFFIX = /\.(json-flat|json|api|csv)$/;

/** The address of a user whose name ends like a format: closed by a slash it is that name, see the contract 9.6. */
const NAMED_USER = /^\/api\/users\/[^/?#]+\/(?:\?|$)/;

/** Takes a format off the end of a name, as in "hello.json". */
export function splitSuffix(name: string): { name: string; format: FormatName | undefined } {
  const match = SUFFIX.exec(name);
  return match ? { name: name.slice(0, match.index), format: match[1] as FormatName } : { name, format: undefined };
}

/**
 * The same request without a format suffix: "/api/projects.json?page=2" is "/api/projects/?format=json&page=2".
 * Undefined when there is nothing to do. The server calls it before the framework looks for a route.
 */
export function withoutSuffix(target: string): string | undefined {
  const match = /^(\/api\/[^?#]*[^?#/.])\.(json-flat|json|api|csv)\/?(?:\?(.*))?$/.exec(target);
  if (!match || NAMED_USER.test(target)) return undefined;
  return `${match[1]}/?format=${match[2]}${match[3] ? `&${match[3]}` : ""}`;
}

/** Formats a contract can be answered in. */
export function formatsOf(contract: Pick<Endpoint, "flat"> | undefined): FormatName[] {
  return contract?.flat ? ["json", "api", "csv", "json-flat"] : ["json", "api", "csv"];
}

interface Range {
  type: string;
  quality: number;
}

function ranges(accept: string): Range[] {
  return accept
    .slice(0, 1000)
    .split(",")
    .slice(0, 50)
    .map((part) => {
      const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { type, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter((range) => range.type !== "");
}

const OFFERED: readonly (readonly [string, FormatName])[] = [
  ["application/json", "json"],
  ["text/html", "api"],
  ["text/csv", "csv"],
];

/** How much a client wants a type: the most specific range that fits decides. */
function wanted(type: string, accepted: readonly Range[]): number {
  const fitting = [type, `${type.split("/")[0]}/*`, "*/*"].map((range) => accepted.find((one) => one.type === range));
  return fitting.find((range) => range !== undefined)?.quality ?? 0;
}

/** The format of an Accept header, JSON when nothing is preferred. Undefined when nothing fits. */
export function acceptedFormat(accept: string | null): FormatName | undefined {
  if (!accept?.trim()) return "json";
  const accepted = ranges(accept);
  let best: { format: FormatName; quality: number } | undefined;
  for (const [type, format] of OFFERED) {
    const quality = wanted(type, accepted);
    if (quality > (best?.quality ?? 0)) best = { format, quality };
  }
  return best?.format;
}

/**
 * The format of an answer; an empty `format` asks for none.
 * @param besides formats that the caller makes itself
 * @throws NotFound for an unknown `format`; HttpError 406 when nothing that is accepted is offered
 */
export function negotiate(
  request: Request,
  contract: Pick<Endpoint, "flat"> | undefined,
  suffix?: FormatName,
  besides: readonly string[] = [],
): FormatName {
  const offered = formatsOf(contract);
  const asked = suffix ?? new URL(request.url).searchParams.get("format");
  if (asked) {
    const found = offered.find((format) => format === asked);
    if (!found)
      throw new NotFound(
        refusal("apiUnknownFormat", { format: asked.slice(0, 40), formats: [...offered, ...besides].join(", ") }),
      );
    return found;
  }
  const format = acceptedFormat(request.headers.get("accept"));
  if (!format)
    throw new HttpError(
      406,
      "not_acceptable",
      refusal("apiNotAcceptable", { types: OFFERED.map(([type]) => type).join(", ") }),
    );
  return format;
}
