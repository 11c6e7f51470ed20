import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTIONS, actionName } from "@/lib/domain/change-actions";
import { plainDetails } from "@/lib/domain/changes/because";
import { readCursor } from "@/lib/domain/changes/epoch";
import {
  type ChangeFilter,
  type ChangeRow,
  followChanges,
  listChanges as readChanges,
} from "@/lib/domain/changes/list";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { actionWords } from "@/lib/domain/exports/feed";
import { findUser } from "@/lib/domain/users/users";
import type { Window } from "@/lib/domain/window";
import { builtinEnglish, chooseLanguage, textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { absolute } from "@/lib/urls/paths";
import { type Answer, endpoint, type Listed, pageOf, present, schema } from "../endpoint";
import { HttpError } from "../errors";
import { address, int32, longIdPart, momentInput, timestamp } from "../fields";
import { moment } from "../json";
import type { OwnWord } from "../own-words";
import { componentParams } from "./components";
import { userLink } from "./links";
import { projectParams } from "./projects";
import { translationParams } from "./translations";
import { Unit } from "./units";

/** All the outside sees of the history; the contract 3.9 and 4.9. */

export const Change = schema(
  "Change",
  z.object({
    unit: address.nullable(),
    component: address.nullable(),
    translation: address.nullable(),
    user: address.nullable(),
    author: address.nullable(),
    timestamp,
    action: z.int(),
    action_name: z.string(),
    target: z.string(),
    old: z.string(),
    details: z.record(z.string(), z.unknown()),
    alert: z.record(z.string(), z.unknown()).nullable(),
    id: z.int(),
    url: address,
    cursor: z.string().describe("Position in commit order. Send it as `after` to continue from here."),
  }),
);

/** A filter left empty, as forms send it, is none. */
const momentFilter = z
  .string()
  .transform((text, context) => {
    if (text === "") return undefined;
    const read = momentInput.safeParse(text);
    if (read.success) return read.data;
    context.addIssue({
      code: "custom",
      message: "apiMoment" satisfies OwnWord,
    });
    return z.NEVER;
  })
  .meta({ format: "date-time" })
  .optional();

const query = z.object({
  user: z.string().max(150).optional(),
  action: z.array(int32).max(200).optional(),
  timestamp_after: momentFilter,
  timestamp_before: momentFilter,
  after: z
    .string()
    .max(60)
    .optional()
    .describe(
      "A cursor: returns the changes after it, oldest first. No change can appear before a cursor that was already returned. After a restore from a backup, the answer is 410, and its `next` starts from the beginning.",
    ),
});

export type ChangeQuery = z.output<typeof query>;

const description = "Newest first. With `after`, in commit order instead, see `cursor`.";

const refusals = {
  410: "The cursor was issued before a restore. `next` reads the history from its beginning.",
};

export const listChanges = endpoint({
  method: "GET",
  path: "/api/changes/",
  since: "2.18",
  tag: "Changes",
  summary: "History",
  description,
  query,
  refusals,
  answer: pageOf(Change),
});
export const readChange = endpoint({
  method: "GET",
  path: "/api/changes/{id}/",
  since: "2.18",
  tag: "Changes",
  summary: "Change",
  params: z.object({ id: longIdPart }),
  answer: Change,
});
export const revertChange = endpoint({
  method: "POST",
  path: "/api/changes/{id}/revert/",
  tag: "Changes",
  summary: "Put the text of a change back",
  description: "The string gets the text and state that the change left, as an edit of the caller.",
  permission: "unit.edit",
  params: z.object({ id: longIdPart }),
  answer: Unit,
  status: 200,
});
export const listProjectChanges = endpoint({
  method: "GET",
  path: "/api/projects/{project}/changes/",
  since: "2.6",
  tag: "Projects",
  summary: "History of a project",
  description,
  params: projectParams,
  query,
  refusals,
  answer: pageOf(Change),
});
export const listComponentChanges = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/changes/",
  since: "2.6",
  tag: "Components",
  summary: "History of a component",
  description,
  params: componentParams,
  query,
  refusals,
  answer: pageOf(Change),
});
export const listTranslationChanges = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/changes/",
  since: "2.6",
  tag: "Translations",
  summary: "History of a translation",
  description,
  params: translationParams,
  query,
  refusals,
  answer: pageOf(Change),
});

function places(row: ChangeRow): { component: string | null; translation: string | null } {
  if (row.projectSlug === null || row.componentSlug === null) return { component: null, translation: null };
  const place = { projectSlug: row.projectSlug, categoryPath: row.categoryPath, componentSlug: row.componentSlug };
  const translated = row.translationId !== null && row.languageCode !== null;
  return {
    component: urls.component(place).api,
    translation: translated ? urls.translation({ ...place, languageCode: row.languageCode ?? "" }).api : null,
  };
}

const cursorOf = (row: ChangeRow): string => `${row.epoch}-${row.cursor}`;

/** What an action is called in the language that a request accepts; the contract 4.9. */
export function actionNames(request: Request): (row: ChangeRow) => string {
  const language = chooseLanguage(request.headers.get("accept-language") ?? "");
  const t = language === "en" ? builtinEnglish() : textsOf(language);
  return (row) => actionWords(t, row);
}

const inEnglish = ({ action }: ChangeRow): string => actionName(action);

/** A change as the outside sees it. */
export function presentChange(row: ChangeRow, nameOf = inEnglish): Answer<typeof Change> {
  return {
    unit: row.unitId === null ? null : urls.unit(row.unitId),
    ...places(row),
    user: userLink(row.username),
    author: userLink(row.authorUsername),
    timestamp: moment(row.at),
    action: row.action,
    action_name: nameOf(row),
    target: row.target,
    old: row.old,
    details: plainDetails(row.details),
    alert: null,
    id: row.id,
    url: urls.change(row.id).api,
    cursor: cursorOf(row),
  };
}

async function readFilter(given: ChangeQuery): Promise<ChangeFilter> {
  const unknown = given.action?.find((code) => !Object.hasOwn(ACTIONS, code));
  if (unknown !== undefined)
    throw Invalid.field("action", refusal("apiUnknownAction", { action: String(unknown) }), "invalid_choice");
  if (given.user) await knownUser(given.user);
  return {
    username: given.user || undefined,
    actions: given.action,
    after: given.timestamp_after,
    before: given.timestamp_before,
  };
}

async function knownUser(username: string): Promise<void> {
  try {
    await findUser(username);
  } catch (error) {
    if (error instanceof NotFound) throw Invalid.field("user", refusal("noUser", { user: username }), "does_not_exist");
    throw error;
  }
}

/** What the cursor points at may never have happened in the history that there is now. */
function gone(next: string): HttpError {
  return new HttpError(
    410,
    "gone",
    refusal("apiCursorGone", { address: next }),
    { Link: `<${next}>; rel="next"` },
    { next },
  );
}

/** The history of a scope, by pages or after a cursor. */
export async function changesOf(
  actor: Actor,
  scope: Pick<ChangeFilter, "projectId" | "componentId" | "translationId">,
  given: ChangeQuery,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof Change>>> {
  const filter = { ...(await readFilter(given)), ...scope };
  const nameOf = actionNames(request);
  const shown = (row: ChangeRow) => presentChange(row, nameOf);
  if (given.after === undefined) return present(await readChanges(actor, filter, window), shown);
  const addressAfter = (cursor: string): string => {
    const url = new URL(request.url);
    url.searchParams.set("after", cursor);
    url.searchParams.sort();
    return absolute(url.pathname + url.search);
  };
  const place = await readCursor(given.after);
  if (place === undefined) throw Invalid.field("after", refusal("apiCursor"));
  if (place === "gone") throw gone(addressAfter(""));
  const rows = await followChanges(actor, place, filter, window.limit);
  const last = rows.at(-1);
  const cursor = last ? cursorOf(last) : given.after;
  return {
    items: rows.map(shown),
    count: rows.length,
    links: { next: rows.length === window.limit ? addressAfter(cursor) : null, previous: null },
    more: { cursor },
  };
}
