import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { countNotices, listNotices, type NoticeRow, placeOf } from "@/lib/domain/notices/inbox";
import type { Window } from "@/lib/domain/window";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, type Listed, pageOf, schema } from "../endpoint";
import { address, longIdPart, momentInput, timestamp } from "../fields";
import { moment } from "../json";
import { nextPage } from "../next-page";

/** What the caller has been told; the contract 3.15. */

export const Notice = schema(
  "Notice",
  z.object({
    id: z.int(),
    notification: z.string().describe("Of the subscription that it comes of."),
    frequency: z.int().describe("When it is mailed."),
    day: z.string().meta({ format: "date" }),
    count: z.int().describe("How often it happened that day in that place."),
    timestamp: timestamp.describe("When it happened last."),
    done: z.boolean(),
    project: address,
    component: address.nullable(),
    translation: address.nullable(),
    changes: z.array(address).describe("The newest changes, at most ten."),
    url: address,
  }),
);

const tag = "Notices";
const permission = "signed in; your own alone";
const params = z.object({ id: longIdPart });

const query = z.object({
  done: z.stringbool().optional().describe("Those that are done. Without it, those that wait."),
  before: z.string().max(60).optional().describe("Where the page before ended; `next` uses it."),
});

export const listOwnNotices = endpoint({
  method: "GET",
  path: "/api/notices/",
  tag,
  summary: "Your notices",
  description: "Newest day first. What is done is kept for 90 days, what waits for 180.",
  permission,
  query,
  answer: pageOf(Notice),
});
export const markAllNotices = endpoint({
  method: "POST",
  path: listOwnNotices.path,
  tag,
  summary: "Mark all your notices as done",
  permission,
  body: z.object({
    until: momentInput.optional().describe("Only what had happened by then. Without it, by now."),
  }),
  answer: schema("MarkedNotices", z.object({ count: z.int() })),
  status: 200,
});
export const readNotice = endpoint({
  method: "GET",
  path: "/api/notices/{id}/",
  tag,
  summary: "Notice",
  permission,
  params,
  answer: Notice,
});
export const changeNotice = endpoint({
  method: "PATCH",
  path: readNotice.path,
  tag,
  summary: "Mark a notice as done, or as waiting",
  permission,
  params,
  body: z.object({ done: z.boolean() }),
  answer: Notice,
});

export function presentNotice(row: NoticeRow): Answer<typeof Notice> {
  const { projectSlug, componentSlug, categoryPath, languageCode } = row;
  const place = componentSlug ? { projectSlug, componentSlug, categoryPath: categoryPath ?? "" } : undefined;
  return {
    id: row.id,
    notification: row.notification,
    frequency: row.frequency,
    day: row.day,
    count: row.count,
    timestamp: moment(row.lastAt),
    done: row.doneAt !== null,
    project: urls.project(projectSlug).api,
    component: place ? urls.component(place).api : null,
    translation: place && languageCode ? urls.translation({ ...place, languageCode }).api : null,
    changes: row.changes.map((id) => urls.change(id).api),
    url: urls.notice(row.id),
  };
}

/** A page of notices, followed by a link that no newer notice shifts. */
export async function noticesOf(
  actor: Actor,
  { done = false, before }: z.output<typeof query>,
  window: Window,
  request: Request,
): Promise<Listed<Answer<typeof Notice>>> {
  const { limit, offset } = window;
  const [found, count] = await Promise.all([
    listNotices(actor, { done, before, limit: limit + 1, offset }),
    countNotices(actor, done),
  ]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(presentNotice),
    count,
    links: { next: nextPage(request, "before", last && placeOf(last)), previous: null },
  };
}
