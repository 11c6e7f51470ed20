import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { type ListedOperation, listOperations, readCursor } from "@/lib/domain/undo/operations";
import { planUndo, type UndoPlan, undoOperation } from "@/lib/domain/undo/undo";
import type { Window } from "@/lib/domain/window";
import { refusal } from "@/lib/text/messages/refusal";
import { absolute } from "@/lib/urls/paths";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, timestamp } from "../fields";
import { moment } from "../json";
import { componentParams } from "./components";
import { userLink } from "./links";
import { LanguageDifference, presentTexts, TextDifference } from "./repository";
import { translationParams } from "./translations";

/** Operations that changed strings, and taking them back; the contract 3.6.1. */

const Operation = schema(
  "Operation",
  z.object({
    id: z.string(),
    kind: z.string(),
    name: z
      .string()
      .describe(
        "What was done: a repository operation, a method of uploads, the name of an add-on or of a removed language.",
      ),
    user: address.nullable(),
    timestamp,
    languages: z.array(z.object({ language: z.string(), strings: z.int() })),
    strings: z.int(),
    undoable: z.boolean(),
    undoable_until: timestamp,
    allowed: z.boolean().describe("Whether the caller may undo it."),
    undone_by: z.string().nullable(),
    undoes: z.string().nullable(),
  }),
);

const query = z.object({
  after: z.string().max(80).optional().describe("The place after which the page begins, as in `next`."),
});

export const UndoResult = schema(
  "UndoResult",
  z.object({
    operation: z.string().nullable().describe("The undo itself; with it the undo is undone."),
    restored: z.int().describe("Strings with the text, state, flags and labels that they had before."),
    returned: z.int().describe("Removed strings that are there again."),
    removed: z.int().describe("Added strings that went."),
    skipped: z.int().describe("Strings that stay as they are."),
    left: z.array(z.object({ unit: z.int(), reason: z.string() })).describe("The first 200 of them, and why."),
    dry_run: z.literal(true).optional(),
    languages: z.array(LanguageDifference).optional(),
    strings: z.array(TextDifference).optional(),
  }),
);

export const listComponentOperations = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/operations/",
  tag: "Components",
  summary: "Operations that changed strings in the last 30 days",
  description: "Newest first. Operations that changed no string are not listed.",
  params: componentParams,
  query,
  answer: pageOf(Operation),
});
export const listTranslationOperations = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/operations/",
  tag: "Translations",
  summary: "Operations that changed strings of a translation in the last 30 days",
  description: "Newest first, with the strings of this language.",
  params: translationParams,
  query,
  answer: pageOf(Operation),
});
export const undoComponentOperation = endpoint({
  method: "POST",
  path: "/api/components/{project}/{component}/operations/{id}/undo/",
  tag: "Components",
  summary: "Undo an operation",
  description:
    "Strings become what they were before the operation, as edits of the caller. A string that somebody has changed since stays.",
  permission: "what the operation takes",
  params: componentParams.extend({ id: z.string().max(60) }),
  query: z.object({ dry_run: z.boolean().default(false).describe("Only tell what the undo would do.") }),
  answer: UndoResult,
  status: 200,
  refusals: { 409: "It was undone already, or is older than 30 days." },
});

function presentOperation(row: ListedOperation): Answer<typeof Operation> {
  return {
    id: row.id,
    kind: row.kind,
    name: row.details.name,
    user: userLink(row.username),
    timestamp: moment(row.createdAt),
    languages: row.languages.map(({ language, strings }) => ({ language, strings })),
    strings: row.languages.reduce((sum, { strings }) => sum + strings, 0),
    undoable: row.undoable,
    undoable_until: moment(row.until),
    allowed: row.allowed,
    undone_by: row.undoneBy,
    undoes: row.details.undoes ?? null,
  };
}

/** A page of operations; each page says where the next one begins, so that new operations move nothing. */
export async function operationsOf(
  actor: Actor,
  place: { component: ComponentRow; translationId?: number },
  { after }: z.output<typeof query>,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof Operation>>> {
  if (after !== undefined && readCursor(after) === undefined) throw Invalid.field("after", refusal("apiNotPlace"));
  const { rows, more, count } = await listOperations(actor, place, { after, limit: window.limit });
  const last = rows.at(-1);
  const next = () => {
    const url = new URL(request.url);
    url.searchParams.set("after", last?.cursor ?? "");
    url.searchParams.sort();
    return absolute(url.pathname + url.search);
  };
  return { items: rows.map(presentOperation), count, links: { next: more ? next() : null, previous: null } };
}

/** Undoes an operation of a component, or tells what that would do. */
export async function undo(
  actor: Actor,
  component: ComponentRow,
  id: string,
  dryRun: boolean,
): Promise<Answer<typeof UndoResult>> {
  if (!dryRun) return undoOperation(actor, id, component);
  return presentUndoPlan(await planUndo(actor, id, component));
}

/** What an undo would do. */
export function presentUndoPlan({ languages, strings, ...outcome }: UndoPlan): Answer<typeof UndoResult> {
  return { ...outcome, dry_run: true, ...presentTexts({ languages, strings }) };
}
