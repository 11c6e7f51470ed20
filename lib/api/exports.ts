import { z } from "zod";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { changeTable } from "@/lib/domain/exports/change-table";
import { changesFeed } from "@/lib/domain/exports/feed";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";
import { resolvePlace } from "@/lib/domain/translations/resolve-place";
import { listTranslations } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";
import { callerOf } from "./actor";
import { coerce, fieldErrors } from "./coerce";
import { cellOf, csvLine } from "./csv";
import { HttpError, problemOf } from "./errors";
import { int32, momentInput } from "./fields";
import { moment, stringify } from "./json";
import { presentTranslationStatistics, statisticsOf } from "./resources/statistics";

/** Exports and feeds, which are not throttled. Statistics and feeds ask for visibility alone; the contract 8. */

const MOST_LANGUAGES = 5000;

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

async function answered(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new HttpError(405, "method_not_allowed", `Method "${request.method}" not allowed.`);
    return await work();
  } catch (error) {
    const { status, headers, body } = problemOf(error, true);
    return new Response(stringify(body), {
      status,
      headers: { ...headers, Allow: "GET, HEAD", "Content-Type": "application/json" },
    });
  }
}

const actorOf = async (request: Request) => (await callerOf(request)).actor;

/** `GET /exports/stats/{project}/[{category}/…{component}/]`. */
export function statisticsExport(request: Request, path: readonly string[]): Promise<Response> {
  return answered(request, async () => {
    const actor = await actorOf(request);
    const place = await resolvePlace(actor, path);
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
        .map((row) => {
          const links = urls.project(place.project.slug).language(row.code);
          const numbers = statisticsOf(row.counters);
          return {
            ...numbers,
            name: row.name,
            code: row.code,
            url: links.web,
            translate_url: links.translate,
            url_translate: links.translate,
            last_author: null,
          };
        });
    } else throw new NotFound("Statistics are exported for projects and components.");
    if (new URL(request.url).searchParams.get("format") !== "csv")
      return new Response(stringify(items), { headers: { "Content-Type": "application/json" } });
    return new Response(csv(items, CSV_COLUMNS), {
      headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename=${name}` },
    });
  });
}

function csv(items: readonly Item[], columns: readonly string[]): string {
  return [columns, ...items.map((item) => columns.map((column) => cellOf(column, item[column])))].map(csvLine).join("");
}

/** `GET /exports/rss/…`. */
export function rssExport(request: Request, path: readonly string[]): Promise<Response> {
  return answered(request, async () => {
    const { xml, lastModified } = await changesFeed(await actorOf(request), path);
    return new Response(xml, {
      headers: {
        "Content-Type": "application/rss+xml; charset=utf-8",
        ...(lastModified ? { "Last-Modified": lastModified.toUTCString() } : {}),
      },
    });
  });
}

const HISTORY = z.object({
  user: z.string().max(150).optional(),
  action: z.array(int32).max(200).optional(),
  start_date: momentInput.optional(),
  end_date: momentInput.optional(),
});
const HISTORY_COLUMNS = ["timestamp", "action", "user", "url", "target", "edit_distance"] as const;

/** `GET /changes/csv/…`: the history as a table. An end without a time of day takes the whole day in. */
export function changesExport(request: Request, path: readonly string[]): Promise<Response> {
  return answered(request, async () => {
    const given = new URL(request.url).searchParams;
    const asked: Record<string, string | string[]> = Object.create(null);
    for (const name of new Set(given.keys())) {
      const values = given.getAll(name).filter((value) => value !== "");
      if (values.length > 0) asked[name] = name === "action" ? values : (values.at(-1) as string);
    }
    if (/^\d{4}-\d{2}-\d{2}$/.test(String(asked.end_date))) asked.end_date += "T23:59:59.999999Z";
    const query = HISTORY.safeParse(coerce(HISTORY, asked, true));
    if (!query.success) throw new Invalid(fieldErrors(query.error.issues));
    const lines = await changeTable(await actorOf(request), path, {
      username: query.data.user,
      actions: query.data.action,
      after: query.data.start_date,
      before: query.data.end_date,
    });
    const rows = lines.map((line) => ({ ...line, timestamp: moment(line.timestamp) }));
    return new Response(csv(rows, HISTORY_COLUMNS), {
      headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": "attachment; filename=changes.csv" },
    });
  });
}

/** Anything else below `/exports/`. */
export function noExport(request: Request): Promise<Response> {
  return answered(request, async () => {
    throw new NotFound("There is no such export.");
  });
}
