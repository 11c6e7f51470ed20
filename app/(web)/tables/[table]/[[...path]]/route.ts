import { textsOfRequest } from "@/app/ui/page-texts";
import { servePage } from "@/app/ui/serve-page";
import { csvLine } from "@/lib/api/csv";
import { attachmentHeaders, streamed } from "@/lib/api/downloads";
import { downloadTable, TABLES } from "@/lib/api/resources/tables";
import { on } from "@/lib/api/serve";
import { NotFound } from "@/lib/domain/errors";
import { TABLE_FILES } from "./table-files";

/** A table of a page as CSV, row for row while it is read. What is refused is known before the first line. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(downloadTable, async ({ actor, params, query, request }) => {
    const table = TABLES.find((name) => name === params.table);
    if (!table) throw new NotFound("There is no such table.");
    const t = await textsOfRequest(request, actor);
    const parts = TABLE_FILES[table](actor, params.path, query, t);
    const first = await parts.next();
    const encoder = new TextEncoder();
    const all = async function* () {
      // Spreadsheets take text without the mark for one of their own character set.
      yield encoder.encode("\uFEFF");
      if (!first.done) yield encoder.encode(first.value.map(csvLine).join(""));
      for await (const lines of parts) yield encoder.encode(lines.map(csvLine).join(""));
    };
    const name = [table, ...params.path].join("-");
    return new Response(streamed(all()), { headers: attachmentHeaders(`${name}.csv`, "text/csv; charset=utf-8") });
  }),
);
