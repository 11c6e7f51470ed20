import { createHash } from "node:crypto";
import { refusal } from "@/lib/text/messages/refusal";
import { type FieldError, Invalid, worded } from "./errors";

/**
 * Refuses what was decided on a state that is none any more, so that nobody writes over what somebody else has changed.
 * @param fields in the order of the form
 * @param state `seen`: what the form showed; `now`: what is stored; `next`: what is asked for
 * @throws Invalid naming the fields that somebody else has changed, and what they say now
 */
export function refuseStale<Fields extends object>(
  fields: readonly (keyof Fields & string)[],
  { seen, now, next }: { seen: Partial<Fields>; now: Fields; next: Fields },
): void {
  const stale = fields.filter(
    (key) => seen[key] !== undefined && plain(seen[key]) !== plain(now[key]) && plain(next[key]) !== plain(now[key]),
  );
  if (stale.length === 0) return;
  throw new Invalid(problems(stale, now));
}

const problems = <Fields extends object>(fields: readonly (keyof Fields & string)[], now: Fields): FieldError[] =>
  fields.map((path) => ({ path, code: "conflict", ...worded(refusal("changedMeanwhile", told(now[path]))) }));

/** Short marks of values by their names, as a form was filled with them. */
export type Marks = Readonly<Record<string, string>>;

/** Somebody else has changed what a form would change. */
export class StaleForm extends Invalid {
  /** @param marks of what the form showed, and of what its errors tell of what is stored now */
  constructor(
    fields: readonly FieldError[],
    readonly marks: Marks,
  ) {
    super(fields);
  }
}

/** Marks of these values, which tell later who has changed which of them; much shorter than the values. */
export function marksOf(values: object): Marks {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(value)]));
}

/**
 * What somebody has changed of what their form showed. The rest is left out, so that what others have saved meanwhile stays.
 * @param seen marks of what the form showed; a value without a mark counts as changed
 * @param now what is stored
 * @param given what the form says
 * @throws StaleForm naming the fields that somebody else has changed to something different, and what they say now
 */
export function ownChanges<Given extends object>(seen: Marks, now: object, given: Given): Partial<Given> {
  const stored = now as Given;
  const own = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && seen[name] !== mark(value)),
  ) as Partial<Given>;
  const stale = (Object.keys(own) as (keyof Given & string)[]).filter((name) => {
    const there = mark(stored[name]);
    return name in seen && seen[name] !== there && there !== mark(own[name]);
  });
  if (stale.length === 0) return own;
  const told = Object.fromEntries(stale.map((name) => [name, mark(stored[name])]));
  throw new StaleForm(problems(stale, stored), { ...seen, ...told });
}

const mark = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)) ?? "")
    .digest("base64url")
    .slice(0, 8);

/** Lists here are sets: their order means nothing, nor does that of the members of an object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).sort();
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value for a sentence; what has words of its own is told by its kind. */
function told(value: unknown): { kind: string; value: string } {
  if (typeof value === "boolean") return { kind: value ? "on" : "off", value: "" };
  const text = value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
  return { kind: text === "" ? "empty" : "value", value: text.slice(0, 200) };
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);
