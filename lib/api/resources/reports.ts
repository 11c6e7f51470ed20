import { z } from "zod";
import { REPORTS, type ReportTable } from "@/lib/domain/exports/reports";
import { dateOf, lastWeeks, type Period } from "@/lib/domain/statistics/activity";
import type { Rates } from "@/lib/domain/statistics/forecast";
import { escapeHtml } from "@/lib/text/escape-html";
import { csvLine } from "../csv";
import { endpoint } from "../endpoint";
import { momentInput } from "../fields";
import { stringify } from "../json";

/** Reports of activity as files. */

const FORMATS = ["json", "csv", "md", "rst", "html"] as const;
type Format = (typeof FORMATS)[number];

const rate = z.coerce.number().min(0).max(1_000_000);

export const readReportFile = endpoint({
  method: "GET",
  tag: "exports",
  path: "/exports/reports/{report}/{path}/",
  summary: "Report of activity, contributors, credits, words or what is left",
  description:
    "Without a path, of everything; with a path, of a project, a language of it, a component or a translation; with language/ and a code, of a language. Without reports.view, contributors, work and credits are your own alone. The words of what was done are those of the source strings. Contributors have how many of their suggestions others accepted and rejected, as far as it is recorded whose they were, and the share of accepted ones in percent; what people decide on themselves does not count. The period is the last 52 weeks unless given; the words are those of now, with what the rest costs at a price of a word. A forecast has no date where nobody translates, or it is more than ten years away.",
  params: z.object({
    report: z
      .enum(REPORTS)
      .describe(
        "activity (by week), languages, contributors, work (by person, language and week), credits, words, or forecast (when each language is translated, at the pace of the last eight weeks).",
      ),
    path: z.array(z.string()).default([]).describe("Project, categories, component and language as separate segments."),
  }),
  query: z.object({
    format: z.enum(FORMATS).optional().describe("json when left out."),
    start: momentInput.optional().describe("The first day."),
    end: momentInput.optional().describe("The last day; today when left out."),
    rate: rate.optional().describe("Price of a word without a translation."),
    editing_rate: rate
      .optional()
      .describe("Price of a word whose translation needs editing; that of others when left out."),
  }),
  media: ["application/json", "text/csv", "text/markdown", "text/x-rst", "text/html"],
});

/** Days of a period; UTC. */
export function readDays(given: { start?: Date; end?: Date }): Period {
  const last = given.end ?? new Date();
  return { first: given.start ? dateOf(given.start) : lastWeeks(52, last).first, last: dateOf(last) };
}

/** What words cost; nothing where nobody says a price. */
export function readRates(given: { rate?: number; editing_rate?: number }): Rates {
  const empty = given.rate ?? 0;
  return { empty, editing: given.editing_rate ?? empty };
}

const TYPES: Readonly<Record<Format, string>> = {
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  rst: "text/x-rst; charset=utf-8",
  html: "text/html; charset=utf-8",
};

/** A report as a file of one format. */
export function presentReport(report: string, table: ReportTable, format: Format = "json"): Response {
  return new Response(WRITERS[format](table), {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      ...(format === "json" ? {} : { "Content-Disposition": `attachment; filename=${report}.${format}` }),
    },
  });
}

type Row = ReportTable["rows"][number];
const cells = (row: Row) => row.map(String);

const WRITERS: Readonly<Record<Format, (table: ReportTable) => string>> = {
  json: ({ columns, rows }) =>
    stringify(rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))),
  csv: ({ columns, rows }) => [columns, ...rows.map(cells)].map(csvLine).join(""),
  md: ({ title, columns, rows }) => {
    const line = (row: readonly string[]) => `| ${row.map(markdown).join(" | ")} |\n`;
    return `# ${markdown(title)}\n\n${line(columns)}|${columns.map(() => " --- |").join("")}\n${rows.map((row) => line(cells(row))).join("")}`;
  },
  rst: ({ title, columns, rows }) => {
    const name = rest(title);
    const line = (row: readonly string[]) =>
      row.map((cell, at) => `   ${at === 0 ? "*" : " "} - ${rest(cell)}`.trimEnd()).join("\n");
    const body = [columns, ...rows.map(cells)].map(line).join("\n");
    // Every character counts twice, as some are two columns wide.
    return `${name}\n${"=".repeat(Math.max(4, 2 * [...name].length))}\n\n.. list-table::\n   :header-rows: 1\n\n${body}\n`;
  },
  html: ({ title, columns, rows }) => {
    const line = (tag: string, row: readonly string[]) =>
      `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>\n`;
    return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n<h1>${escapeHtml(title)}</h1>\n<table>\n${line("th", columns)}${rows.map((row) => line("td", cells(row))).join("")}</table>\n</html>\n`;
  },
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const markdown = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|#&!~]/g, "\\$&");
const rest = (text: string): string => oneLine(text).replace(/[\\`*_|<>]/g, "\\$&");
