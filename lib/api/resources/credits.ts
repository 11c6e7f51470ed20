import { z } from "zod";
import type { CreditsPeriod, LanguageCredits } from "@/lib/domain/statistics/credits";
import { endpoint, schema } from "../endpoint";
import { momentInput } from "../fields";
import { componentParams } from "./components";
import { projectParams } from "./projects";

/** Who translated, by language; section 3.5 of the contract. */

const query = z.object({
  start: momentInput.describe("Start of the period."),
  end: momentInput.describe("End of the period."),
  lang: z.string().max(50).optional().describe("Code of a language: limits the result to it."),
});
const Person = z.object({ email: z.string(), full_name: z.string(), change_count: z.int() });
const answer = schema("Credits", z.array(z.record(z.string(), z.array(Person))));
const description =
  "A list of languages, each with its contributors and the number of texts they changed. Without reports.view, only your own.";

export const readProjectCredits = endpoint({
  method: "GET",
  path: "/api/projects/{project}/credits/",
  since: "5.7",
  tag: "Projects",
  summary: "Credits of a project",
  description,
  params: projectParams,
  query,
  answer,
});
export const readComponentCredits = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/credits/",
  since: "5.7",
  tag: "Components",
  summary: "Credits of a component",
  description,
  params: componentParams,
  query,
  answer,
});

export function readPeriod(given: z.output<typeof query>): CreditsPeriod {
  return { start: given.start, end: given.end, languageCode: given.lang };
}

export function presentCredits(rows: readonly LanguageCredits[]): z.output<typeof answer> {
  return rows.map(({ language, people }) => ({
    [language]: people.map((one) => ({ email: one.email, full_name: one.fullName, change_count: one.changes })),
  }));
}
