import { z } from "zod";
import type { UnitFinding } from "@/lib/domain/units/findings";
import { englishFinding } from "@/lib/text/checks/say-english";
import { type Answer, endpoint, schema } from "../endpoint";
import { longIdPart } from "../fields";

/** Failing checks of a string; the contract 3.8. */

export const UnitCheck = schema(
  "UnitCheck",
  z.object({
    check: z.string(),
    name: z.string(),
    description: z.string(),
    severity: z.enum(["error", "warning", "info"]),
    dismissed: z.boolean(),
    enforced: z.boolean().describe("An enforced check cannot be dismissed."),
    form: z.int().describe("Number of the plural form it is about, from 0."),
    messages: z.array(z.string()),
  }),
);

const params = z.object({ id: longIdPart });

export const listUnitChecks = endpoint({
  method: "GET",
  path: "/api/units/{id}/checks/",
  tag: "Units",
  summary: "Failing checks of a string, dismissed ones too",
  params,
  answer: z.array(UnitCheck),
});
export const changeUnitCheck = endpoint({
  method: "PATCH",
  path: "/api/units/{id}/checks/{check}/",
  tag: "Units",
  summary: "Dismiss a failing check, or let it count again",
  description:
    "A dismissed check stays dismissed as long as the string fails it. With everywhere, the source string gets the flag ignore-<check>, or loses it, so that no language is checked. 404 when the check does not fail any more.",
  permission: "unit.check; source.edit for everywhere",
  params: params.extend({ check: z.string() }),
  body: z.object({ dismissed: z.boolean(), everywhere: z.boolean().optional() }),
  answer: z.array(UnitCheck),
});

/** A finding as the outside sees it. */
export function presentUnitCheck(finding: UnitFinding): Answer<typeof UnitCheck> {
  const { check, name, about, severity, dismissed, enforced, form, findings } = finding;
  const messages = findings.map(englishFinding);
  return { check, name, description: about, severity, dismissed, enforced, form, messages };
}
