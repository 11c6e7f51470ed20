import type { Actor } from "@/lib/domain/access/actor";
import { Conflict, Invalid } from "@/lib/domain/errors";
import type { TranslationRow } from "@/lib/domain/translations/translations";
import type { NewUnit } from "@/lib/domain/units/add-unit";
import { demandDescription, describeSource, type SourceDescription } from "@/lib/domain/units/describe-source";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit, type UnitRow } from "@/lib/domain/units/units";
import { Reply } from "../endpoint";
import { HttpError } from "../errors";
import { type NewUnitBody, presentEdited, presentUnit, type UnitChangeBody } from "./units";

/** PATCH and PUT of a unit, down to the one way of editing; the contract 3.8. */

/** The version of an entity tag of ours. */
export function unitTag(row: Pick<UnitRow, "version">): string {
  return `"${row.version}"`;
}

/** The version that `If-Match` names; undefined without one and for "*". @throws HttpError 412 for a tag that is none of ours */
export function expectedVersion(request: Request): number | undefined {
  const header = request.headers.get("if-match")?.trim();
  if (header === undefined || header === "*") return undefined;
  const match = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{22})?"$/.exec(header);
  if (!match)
    throw new HttpError(
      412,
      "precondition_failed",
      "If-Match holds no entity tag of this string. Read it again and send its ETag.",
    );
  return Number(match[1]);
}

/** What of the source side a request would change; undefined when it says what stands there. */
function sourceChange(row: UnitRow, body: UnitChangeBody): SourceDescription | undefined {
  const labels = row.labels.map((label) => label.id).sort((a, b) => a - b);
  const wanted = body.labels && [...new Set(body.labels)].sort((a, b) => a - b);
  const change: SourceDescription = {
    explanation: body.explanation === row.explanation ? undefined : body.explanation,
    extraFlags: body.extra_flags === row.extraFlags ? undefined : body.extra_flags,
    labelIds: wanted?.join() === labels.join() ? undefined : wanted,
  };
  return Object.values(change).some((value) => value !== undefined) ? change : undefined;
}

function saysNothingOfSource(body: UnitChangeBody): boolean {
  return body.explanation === undefined && body.extra_flags === undefined && body.labels === undefined;
}

/** The state of a text that came without one, as the SDK's `put` sends it. */
function impliedState(row: UnitRow, targets: readonly string[]): number {
  if (targets.every((text) => text === "")) return 0;
  const same = targets.join("\0") === row.targets.join("\0");
  return same ? row.state : 20;
}

/**
 * Changes a unit as a request says.
 * @param replace true for PUT, where a text may come without its state
 * @throws Conflict holding the unit as it stands when `If-Match` names an older version; Invalid; Forbidden
 */
export async function writeUnit(actor: Actor, id: number, body: UnitChangeBody, request: Request, replace: boolean) {
  const baseVersion = expectedVersion(request);
  const { target, state } = body;
  if (!replace && target !== undefined && state !== undefined && saysNothingOfSource(body))
    return edited(await editText(actor, id, target, state, baseVersion));
  const before = await findUnit(actor, id);
  if (!replace && (body.target === undefined) !== (body.state === undefined)) {
    const [path, other] = body.target === undefined ? ["target", "state"] : ["state", "target"];
    throw Invalid.field(path, `${other} and ${path} go together.`, "required");
  }
  const source = sourceChange(before, body);
  // Asked first, so that a wrong label does not leave the text changed and the rest not.
  if (source) await demandDescription(actor, id, source);
  const text = await writeText(actor, before, body, { baseVersion, replace });
  if (!source) return edited(text ?? before);
  return edited(await withCurrent(() => describeSource(actor, id, source, text ? {} : { baseVersion })));
}

/** Writes text and state; undefined when the request has none, or nothing that differs. */
async function writeText(
  actor: Actor,
  before: UnitRow,
  body: UnitChangeBody,
  how: { baseVersion: number | undefined; replace: boolean },
): Promise<UnitRow | undefined> {
  if (body.target === undefined) return undefined;
  const targets = body.target;
  const state = body.state ?? impliedState(before, targets);
  const unchanged = state === before.state && targets.join("\0") === before.targets.join("\0");
  if (how.replace && body.state === undefined && unchanged) return undefined;
  return editText(actor, before.id, targets, state, how.baseVersion);
}

async function editText(
  actor: Actor,
  id: number,
  targets: string[],
  state: number,
  baseVersion: number | undefined,
): Promise<UnitRow> {
  const { unit } = await withCurrent(() => editUnit(actor, id, { targets, state }, { baseVersion, cause: "api" }));
  return unit;
}

/** Shows the string as it stands where somebody else was faster. */
async function withCurrent<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Conflict && error.current)
      throw new Conflict(error.message, presentUnit(error.current as UnitRow));
    throw error;
  }
}

function edited(row: UnitRow) {
  return new Reply(presentEdited(row), { ETag: unitTag(row) });
}

/**
 * A new string as the domain takes it.
 * @throws Invalid for what the kind of the component and its language ask for and the request lacks
 */
export function readNewUnit(translation: TranslationRow, body: NewUnitBody): NewUnit {
  const monolingual = translation.component.template !== "";
  const required = (value: string[] | undefined, path: string): string[] => {
    if (value === undefined) throw Invalid.field(path, "This field is required.", "required");
    return value;
  };
  if (!monolingual) {
    const sources = required(body.source, "source");
    const targets = translation.isSource ? undefined : required(body.target, "target");
    return { context: body.context ?? "", sources, targets, state: body.state };
  }
  // Whether the language takes strings at all is the domain's to say; then there is no value to ask for.
  if (!translation.isSource) return { context: body.key ?? "", sources: body.value ?? [], state: body.state };
  if (body.key === undefined) throw Invalid.field("key", "This field is required.", "required");
  return { context: body.key, sources: required(body.value, "value"), state: body.state };
}
