import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { changeTable } from "@/lib/domain/exports/change-table";
import { changesFeed, type Narrowing } from "@/lib/domain/exports/feed";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { listTranslations } from "@/lib/domain/translations/translations";
import { builtinEnglish, languageFor, textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import { coerce, fieldErrors } from "../coerce";
import { cellOf, csvLine } from "../csv";
import { endpoint } from "../endpoint";
import { int32, momentInput } from "../fields";
import { moment, stringify } from "../json";
import { presentLanguageNumbers } from "./projects";
import { presentTranslationStatistics } from "./statistics";

/** Exports and feeds, which are not throttled. Statistics and feeds ask for visibility alone; the contract 8. */

const MOST_LANGUAGES = 5000;

const pathSegments = z.array(z.string()).describe("Project, categories, component and language as separate segments.");

type Item = Record<string, unknown>;

const CSV_COLUMNS = [
  ...[
    "name",
    "code",
    "total",
    "translated",
    "translated_percent",
    "translated_words_percent",
    "total_words",
    "translated_words",
  ],
  ...[
    "total_chars",
    "translated_chars",
    "translated_chars_percent",
    "failing",
    "failing_percent",
    "fuzzy",
    "fuzzy_percent",
  ],
  ...[
    "url_translate",
    "url",
    "translate_url",
    "last_change",
    "last_author",
    "recent_changes",
    "readonly",
    "readonly_percent",
  ],
  ...["approved", "approved_percent", "suggestions", "comments"],
];

const common = { method: "GET", tag: "exports", throttled: false, params: z.object({ path: pathSegments }) } as const;

export const readStatistics = endpoint({
  ...common,
  path: "/exports/stats/{path}/",
  since: "2.6",
  summary: "Statistics of all languages",
  description: "One item for each language of a component or a project, as JSON or, with format=csv, as a table.",
  query: z.object({ format: z.string().optional() }),
  media: ["application/json", "text/csv"],
});
export const readFeed = endpoint({
  ...common,
  path: "/exports/rss/{path}/",
  since: "2.6",
  summary: "Feed of changes",
  description:
    "Without a path, all changes. With a path, those of a project, a component or a translation; with language/ and a code, those of a language. Can be filtered by user, action (a code, repeatable), start_date and end_date. In the language of lang or of Accept-Language, where the pages have it; else in English.",
  params: z.object({ path: pathSegments.default([]) }),
  media: ["application/rss+xml"],
});
export const readHistory = endpoint({
  ...common,
  path: "/changes/csv/{path}/",
  since: "5.5",
  summary: "History as a table",
  description:
    "Can be filtered by user, action (a code, repeatable), start_date and end_date. An end date without a time includes the whole day. The newest 2000 changes; with all=1, all of them.",
  permission: "change.download",
  params: z.object({ path: pathSegments.default([]) }),
  media: ["text/csv"],
});

/** The statistics of a project or a component. @throws NotFound for any other path */
export async function statisticsExport(
  actor: Actor,
  path: readonly string[],
  format: string | undefined,
): Promise<Response> {
  const place = await resolvePath(actor, path);
  const name = `stats-${path.join("-").replace(/[^\w-]/g, "_")}.csv`;
  let items: Item[];
  if (place.kind === "component") {
    const { rows } = await listTranslations(
      actor,
      { component: place.component },
      { limit: MOST_LANGUAGES, offset: 0 },
    );
    items = rows
      .sort((a, b) => (a.languageCode < b.languageCode ? -1 : a.languageCode > b.languageCode ? 1 : 0))
      .map((row) => ({ ...presentTranslationStatistics(row) }));
  } else if (place.kind === "project") {
    const { rows } = await readProjectLanguages(actor, place.project.id);
    items = rows
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((row) => ({ ...presentLanguageNumbers(place.project, row), last_author: null }));
  } else throw new NotFound(refusal("apiStatisticsOf"));
  if (format !== "csv") return new Response(stringify(items), { headers: { "Content-Type": "application/json" } });
  return new Response(csv(items, CSV_COLUMNS), {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename=${name}` },
  });
}

function csv(items: readonly Item[], columns: readonly string[]): string {
  return csvLine(columns) + csvRows(items, columns);
}

function csvRows(items: readonly Item[], columns: readonly string[]): string {
  return items.map((item) => csvLine(columns.map((column) => cellOf(column, item[column])))).join("");
}

/** The feed of what a path names. */
export async function feedExport(actor: Actor, path: readonly string[], request: Request): Promise<Response> {
  const { filter } = readNarrowing(request);
  const { search, searchParams } = new URL(request.url);
  const language = languageFor(searchParams.get("lang") ?? undefined, request.headers.get("accept-language") ?? "");
  const t = language === "en" ? builtinEnglish() : textsOf(language);
  const { xml, lastModified } = await changesFeed(actor, path, filter, search, t);
  return new Response(xml, {
    headers: {
      "Content-Type": "application/rss+xml; charset=utf-8",
      "Content-Language": language,
      Vary: "Accept-Language",
      ...(lastModified ? { "Last-Modified": lastModified.toUTCString() } : {}),
    },
  });
}

const HISTORY = z.object({
  user: z.string().max(150).optional(),
  action: z.array(int32).max(200).optional(),
  start_date: momentInput.optional(),
  end_date: momentInput.optional(),
  all: z.boolean().optional(),
});
const HISTORY_COLUMNS = ["timestamp", "action", "user", "url", "target", "edit_distance"] as const;

/** What narrows a history. Members of the query that are empty, as forms send them, do not count. @throws Invalid */
function readNarrowing(request: Request): { filter: Narrowing; all: boolean } {
  const given = new URL(request.url).searchParams;
  const asked: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name).filter((value) => value !== "");
    if (values.length > 0) asked[name] = name === "action" ? values : (values.at(-1) as string);
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(String(asked.end_date))) asked.end_date += "T23:59:59.999999Z";
  const query = HISTORY.safeParse(coerce(HISTORY, asked, "query"));
  if (!query.success) throw new Invalid(fieldErrors(query.error.issues));
  const { user, action, start_date, end_date, all = false } = query.data;
  return { filter: { username: user, actions: action, after: start_date, before: end_date }, all };
}

/** The history as a table, sent as it is read. */
export async function historyExport(actor: Actor, path: readonly string[], request: Request): Promise<Response> {
  const { filter, all } = readNarrowing(request);
  const parts = await changeTable(actor, path, filter, all);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(encoder.encode(csv([], HISTORY_COLUMNS)));
    },
    async pull(to) {
      const { value, done } = await parts.next();
      if (done) return to.close();
      const rows = value.map((line) => ({ ...line, timestamp: moment(line.timestamp) }));
      to.enqueue(encoder.encode(csvRows(rows, HISTORY_COLUMNS)));
    },
    async cancel() {
      await parts.return?.();
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": "attachment; filename=changes.csv" },
  });
}
