import { z } from "zod";
import { endpoint } from "../endpoint";
import { verbatim } from "../fields";

/** Tables of our own pages as files for spreadsheets, narrowed and ordered as the pages are. */

export const TABLES = [
  "components",
  "projects",
  "repositories",
  "alerts",
  "people",
  "users",
  "teams",
  "languages",
  "tokens",
  "labels",
  "screenshots",
] as const;
export type TableName = (typeof TABLES)[number];

const word = verbatim(z.string().max(200)).default("");

export const downloadTable = endpoint({
  method: "GET",
  path: "/tables/{table}/{path}/",
  since: "",
  tag: "tables",
  summary: "All rows of a table of the pages as CSV, with heads in the language of the reader",
  throttled: false,
  anonymous: true,
  signedIn: true,
  unkept: true,
  viewable: true,
  media: ["text/csv"],
  params: z.object({
    table: z.string(),
    path: z
      .array(z.string())
      .default([])
      .describe(
        "Project, categories, component and language as separate segments, as far as a table goes; without one, everything.",
      ),
  }),
  query: z.object({ q: word, state: word, kind: word, order: word, down: word, hidden: word }),
});
