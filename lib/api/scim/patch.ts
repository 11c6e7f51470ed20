import { z } from "zod";
import { ScimError } from "./errors";
import { attributeName } from "./filter";

/** PATCH as RFC 7644, 3.5.2 has it, and as Entra and Okta send it: operations in any case, truth as text, paths in keys. */

const operation = z.looseObject({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(["add", "replace", "remove"])),
  path: z.string().max(500).nullish(),
  value: z.unknown().optional(),
});
const message = z.looseObject({ Operations: z.array(operation).min(1).max(1000) });

/** One change of one attribute. */
export interface Change {
  op: "add" | "replace" | "remove";
  /** The attribute in lower case, without schema and filter, such as `name.givenname` or `emails.value`. */
  attribute: string;
  /** What the filter of the path compares `value` with, as in `members[value eq "7"]`. */
  only: string | undefined;
  value: unknown;
}

/** The name of the member in any case: Entra has sent `operations`. */
function withOperations(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const [, operations] = Object.entries(body).find(([name]) => name.toLowerCase() === "operations") ?? [];
  return { ...body, Operations: operations };
}

/** The changes of a PATCH, in order, each of one attribute. @throws ScimError */
export function readPatch(body: unknown): Change[] {
  const read = message.safeParse(withOperations(body));
  if (!read.success)
    throw new ScimError(
      "invalidSyntax",
      "Send Operations, each with op add, replace or remove, and with path or value.",
    );
  return read.data.Operations.flatMap(({ op, path, value }): Change[] => {
    if (path) {
      const only = /\[\s*value\s+eq\s+"([^"\\]{1,100})"\s*\]/i.exec(path)?.[1];
      return spread(op, attributeName(path), value).map((change) => ({ ...change, only }));
    }
    if (op === "remove") throw new ScimError("noTarget", "A remove needs a path.");
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new ScimError("invalidValue", "Without a path, value is an object of attributes.");
    return Object.entries(value).flatMap(([name, given]) =>
      spread(op, attributeName(name), given).map((change) => ({ ...change, only: undefined })),
    );
  });
}

/** A change of `name` as a whole is one of each of its parts. */
function spread(op: Change["op"], attribute: string, value: unknown): Omit<Change, "only">[] {
  if (attribute !== "name" || typeof value !== "object" || value === null) return [{ op, attribute, value }];
  return Object.entries(value).map(([part, given]) => ({ op, attribute: `name.${part.toLowerCase()}`, value: given }));
}

/** Truth, also as text: Entra sends "False". @throws ScimError */
export function truth(value: unknown, name: string): boolean {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] as { value?: unknown })?.value : value;
  if (typeof one === "boolean") return one;
  if (typeof one === "string" && /^(?:true|false)$/i.test(one)) return one.toLowerCase() === "true";
  throw new ScimError("invalidValue", `${name} must be true or false.`);
}

/** A text, "" for none. @throws ScimError */
export function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" && !value.includes("\0") && value.isWellFormed()) return value.trim();
  throw new ScimError("invalidValue", `${name} must be a text.`);
}

/** Ids of the members that a value names: objects with `value`, or bare ids. @throws ScimError */
export function memberIds(value: unknown): number[] {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  if (list.length > 20_000) throw new ScimError("invalidValue", "Send at most 20,000 members.");
  return list.map((one: unknown) => {
    const id = typeof one === "object" && one !== null ? (one as { value?: unknown }).value : one;
    const text = String(id);
    if (!/^\d{1,9}$/.test(text)) throw new ScimError("invalidValue", "Each member has the id of a user as its value.");
    return Number(text);
  });
}
