import { z } from "zod";
import type { Metrics as Numbers } from "@/lib/domain/statistics/metrics";
import packageFile from "@/package.json";
import { type Answer, endpoint, schema } from "../endpoint";

/** Numbers of the whole installation; the contract 3.14. */

const NUMBERS = {
  units: "Strings in all languages",
  units_translated: "Translated strings",
  users: "Active users",
  changes: "Changes in the history",
  projects: "Projects",
  components: "Components",
  translations: "Translations",
  languages: "Languages in use",
  checks: "Failing checks",
  configuration_errors: "Components whose settings do not match their repository",
  suggestions: "Open suggestions",
} as const;

type NumberName = keyof typeof NUMBERS;

export const Metrics = schema(
  "Metrics",
  z.object({
    ...(Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, z.int()])) as Record<NumberName, z.ZodInt>),
    celery_queues: z.record(z.string(), z.int()),
    name: z.string(),
    version: z.string(),
  }),
);

export const readMetrics = endpoint({
  method: "GET",
  path: "/api/metrics/",
  since: "5.5",
  tag: "API",
  summary: "Metrics of the installation",
  description: "format=openmetrics returns them for monitoring systems. Queues are background functions.",
  permission: "signed in",
  query: z.object({ format: z.string().max(20).optional() }),
  answer: Metrics,
  media: ["application/json", "text/csv", "application/openmetrics-text"],
  signedIn: true,
});

/** Metrics as the outside sees them. */
export function presentMetrics(row: Numbers): Answer<typeof Metrics> {
  return {
    units: row.units,
    units_translated: row.unitsTranslated,
    users: row.users,
    changes: row.changes,
    projects: row.projects,
    components: row.components,
    translations: row.translations,
    languages: row.languages,
    checks: row.checks,
    configuration_errors: row.configurationErrors,
    suggestions: row.suggestions,
    celery_queues: row.queues,
    name: "Loquat",
    version: packageFile.version,
  };
}

const label = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

/** The same as OpenMetrics text. */
export function openMetrics(value: Answer<typeof Metrics>): string {
  const gauges = (Object.keys(NUMBERS) as NumberName[]).flatMap((name) => [
    `# HELP ${name} ${NUMBERS[name]}.`,
    `# TYPE ${name} gauge`,
    `${name} ${value[name]}`,
  ]);
  const queues = Object.entries(value.celery_queues).map(
    ([queue, length]) => `celery_queues{queue=${label(queue)}} ${length}`,
  );
  return [
    ...gauges,
    "# HELP celery_queues Jobs that wait, by background function.",
    "# TYPE celery_queues gauge",
    ...queues,
    "# HELP loquat Name and version of the installation.",
    "# TYPE loquat info",
    `loquat_info{name=${label(value.name)},version=${label(value.version)}} 1`,
    "# EOF",
    "",
  ].join("\n");
}
