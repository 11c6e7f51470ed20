import type { Actor } from "@/lib/domain/access/actor";
import { Conflict, Invalid, sentenceOf } from "@/lib/domain/errors";
import type { TranslationRow } from "@/lib/domain/translations/translations";
import type { NewUnit } from "@/lib/domain/units/add-unit";
import { changeUnit } from "@/lib/domain/units/change-unit";
import type { UnitRow } from "@/lib/domain/units/units";
import { refusal } from "@/lib/text/messages/refusal";
import { Reply } from "../endpoint";
import { HttpError } from "../errors";
import { type NewUnitBody, presentEdited, presentUnit, type UnitChangeBody } from "./units";

/** PATCH, PUT and POST of a unit as the wire has them; the contract 3.8. */

/** The version of an entity tag of ours. */
export function unitTag(row: Pick<UnitRow, "version">): string {
  return `"${row.version}"`;
}

/** The version that `If-Match` names; undefined without one and for "*". @throws HttpError 412 for a tag that is none of ours */
export function expectedVersion(request: Request): number | undefined {
  const header = request.headers.get("if-match")?.trim();
  if (header === undefined || header === "*") return undefined;
  const match = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{22})?"$/.exec(header);
  if (!match) throw new HttpError(412, "precondition_failed", refusal("apiEntityTag"));
  return Number(match[1]);
}

/**
 * Changes a unit as a request says.
 * @param replace true for PUT, where a text may come without its state
 * @throws Conflict holding the unit as it stands when `If-Match` names an older version; Invalid; Forbidden
 */
export async function writeUnit(actor: Actor, id: number, body: UnitChangeBody, request: Request, replace: boolean) {
  const { target, state, explanation, extra_flags, labels, keep_translations } = body;
  const about = { explanation, extraFlags: extra_flags, labelIds: labels };
  const change = { ...about, targets: target, state, keepTranslations: keep_translations };
  const options = { baseVersion: expectedVersion(request), impliesState: replace };
  const row = await withCurrent(() => changeUnit(actor, id, change, options));
  return new Reply(presentEdited(row), { ETag: unitTag(row) });
}

/** Shows the string as it stands where somebody else was faster. */
export async function withCurrent<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Conflict && error.current)
      throw new Conflict(sentenceOf(error), presentUnit(error.current as UnitRow));
    throw error;
  }
}

/**
 * A new string as the domain takes it.
 * @throws Invalid for what the kind of the component and its language ask for and the request lacks
 */
export function readNewUnit(translation: TranslationRow, body: NewUnitBody): NewUnit {
  const monolingual = translation.component.template !== "";
  const required = (value: string[] | undefined, path: string): string[] => {
    if (value === undefined) throw Invalid.field(path, refusal("fieldRequired"), "required");
    return value;
  };
  if (!monolingual) {
    const sources = required(body.source, "source");
    const targets = translation.isSource ? undefined : required(body.target, "target");
    return { context: body.context ?? "", sources, targets, state: body.state };
  }
  // Whether the language takes strings at all is the domain's to say; then there is no value to ask for.
  if (!translation.isSource) return { context: body.key ?? "", sources: body.value ?? [], state: body.state };
  if (body.key === undefined) throw Invalid.field("key", refusal("fieldRequired"), "required");
  return { context: body.key, sources: required(body.value, "value"), state: body.state };
}
