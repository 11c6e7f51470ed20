import { useTexts } from "#texts";
import { path } from "@/app/ui/paths";
import type { Report } from "@/lib/domain/exports/reports";
import type { Period } from "@/lib/domain/statistics/activity";
import type { Rates } from "@/lib/domain/statistics/forecast";
import { urls } from "@/lib/urls";

const FORMATS = { json: "JSON", csv: "CSV", md: "Markdown", rst: "reST", html: "HTML" } as const;

/** A report as files. */
export function ReportLinks({
  report,
  slugs,
  period,
  rates,
}: {
  report: Report;
  slugs: readonly string[];
  period?: Period;
  rates?: Rates;
}) {
  const t = useTexts();
  const name = t(`insights.report.${report}`);
  return (
    <p className="text-table text-ink-2">
      {name}:{" "}
      {Object.entries(FORMATS).map(([format, label]) => (
        <a
          key={format}
          className="link me-2 inline-block py-1"
          aria-label={t("insights.file", { name, format: label })}
          href={path(
            urls.report(report, slugs, {
              format,
              start: period?.first,
              end: period?.last,
              rate: rates ? String(rates.empty) : undefined,
              editing_rate: rates ? String(rates.editing) : undefined,
            }),
          )}
        >
          {label}
        </a>
      ))}
    </p>
  );
}
