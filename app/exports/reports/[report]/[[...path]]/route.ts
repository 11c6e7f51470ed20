import { orMoved } from "@/lib/api/moved";
import { presentReport, readDays, readRates, readReportFile } from "@/lib/api/resources/reports";
import { on, serve } from "@/lib/api/serve";
import { readReport, reportPlace } from "@/lib/domain/exports/reports";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readReportFile, async ({ actor, params, query, request }) =>
    orMoved(actor, { base: `exports/reports/${params.report}`, path: params.path, request }, async () => {
      const place = await reportPlace(actor, params.path);
      const table = await readReport(actor, params.report, place, readDays(query), readRates(query));
      return presentReport(params.report, table, query.format);
    }),
  ),
);
