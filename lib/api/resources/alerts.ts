import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { plainDetails } from "@/lib/domain/changes/because";
import { findComponentById } from "@/lib/domain/components/components";
import { type AlertWish, changeAlert } from "@/lib/domain/diagnostics/dismiss";
import { type AlertFilter, type AlertLine, findAlert } from "@/lib/domain/diagnostics/open-alerts";
import { Invalid } from "@/lib/domain/errors";
import { findProject } from "@/lib/domain/projects/projects";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, idPart, isDay, timestamp } from "../fields";
import { moment } from "../json";
import type { OwnWord } from "../own-words";

/** What should be mended in components and projects; the contract 3.15. */

export const Alert = schema(
  "Alert",
  z.object({
    id: z.int(),
    kind: z.string(),
    grave: z.boolean().describe("Whether it stops work."),
    details: z.record(z.string(), z.unknown()),
    created: timestamp,
    updated: timestamp,
    dismissed: z.boolean(),
    snoozed_until: z.string().nullable().meta({ format: "date" }).describe("Last day on which it is hidden."),
    project: address,
    component: address.nullable().describe("null for an alert of the whole project."),
    web_url: address,
    url: address,
  }),
);

const query = z.object({
  project: z.string().max(200).optional().describe("Slug of a project."),
  component: idPart.optional().describe("ID of a component."),
  kind: z.string().max(100).optional(),
  dismissed: z.stringbool().optional().describe("Hidden ones, too."),
});

const tag = "Alerts";
const params = z.object({ id: idPart });

export const listAlerts = endpoint({
  method: "GET",
  path: "/api/alerts/",
  tag,
  summary: "Alerts of what you can see",
  description: "The worst first, then by kind and place.",
  query,
  answer: pageOf(Alert),
});
export const alertCounts = endpoint({
  method: "GET",
  path: "/api/alerts/counts/",
  tag,
  summary: "How many alerts of each kind there are",
  query,
  answer: schema(
    "AlertCounts",
    z.array(
      z.object({
        kind: z.string(),
        grave: z.boolean(),
        alerts: z.int(),
        projects: z.int(),
        components: z.int(),
      }),
    ),
  ),
});
export const readAlert = endpoint({
  method: "GET",
  path: "/api/alerts/{id}/",
  tag,
  summary: "Alert",
  params,
  answer: Alert,
});

const day = z.string().refine(isDay, { error: "apiDate" satisfies OwnWord });

export const editAlert = endpoint({
  method: "PATCH",
  path: readAlert.path,
  tag,
  summary: "Hide an alert, or show it again",
  description:
    "`snoozed_until` hides it until a day is over, `dismissed` until its cause changes. Only alerts of what may be meant so can be dismissed.",
  permission: "component.edit, or project.edit for an alert of a project",
  params,
  body: z.object({ dismissed: z.boolean().optional(), snoozed_until: day.nullable().optional() }),
  answer: Alert,
});

export const putBackOfAlert = endpoint({
  method: "POST",
  path: "/api/alerts/{id}/put-back/",
  tag,
  summary: "Put the texts back that an alert names",
  description:
    "For `TextsTakenBack`: at most 200 texts become the translations again, in the names of who wrote them. An operation, which can be undone.",
  permission: "suggestion.accept",
  params,
  answer: schema(
    "TextsPutBack",
    z.object({
      operation: z.string().nullable().describe("null when nothing was put back."),
      done: z.int(),
      left: z.int().describe("Texts that wait on: of strings that you may not edit, and more than 200."),
    }),
  ),
  status: 200,
});

export function presentAlert(line: AlertLine): Answer<typeof Alert> {
  const { projectSlug, componentSlug, categoryPath } = line;
  const component = componentSlug
    ? urls.component({ projectSlug, categoryPath: categoryPath ?? "", componentSlug })
    : undefined;
  const project = urls.project(projectSlug);
  return {
    id: line.id,
    kind: line.kind,
    grave: line.grave,
    details: plainDetails(line.details),
    created: moment(line.createdAt),
    updated: moment(line.updatedAt),
    dismissed: line.dismissed,
    snoozed_until: line.snoozedUntil,
    project: project.api,
    component: component?.api ?? null,
    web_url: component?.alerts ?? project.alerts,
    url: urls.alert(line.id),
  };
}

/** What a query asks for. @throws NotFound for a place that the actor may not see */
export async function readFilter(actor: Actor, given: z.output<typeof query>): Promise<AlertFilter> {
  const [project, component] = await Promise.all([
    given.project === undefined ? undefined : findProject(actor, given.project),
    given.component === undefined ? undefined : findComponentById(actor, given.component),
  ]);
  return { projectId: project?.id, componentId: component?.id, kind: given.kind, dismissed: given.dismissed };
}

/** Does what a body wishes, and reads the alert as it is then. */
export async function applyWish(
  actor: Actor,
  id: number,
  body: { dismissed?: boolean; snoozed_until?: string | null },
): Promise<AlertLine> {
  await changeAlert(actor, id, wishOf(body));
  return findAlert(actor, id);
}

function wishOf({
  dismissed,
  snoozed_until: until,
}: {
  dismissed?: boolean;
  snoozed_until?: string | null;
}): AlertWish {
  if (until !== undefined && until !== null) {
    if (dismissed === false) throw Invalid.field("snoozedUntil", refusal("alertShownUntil"));
    return { snoozedUntil: until };
  }
  if (dismissed === undefined && until === undefined)
    throw Invalid.field("dismissed", refusal("alertSayHidden"), "required");
  return { dismissed: dismissed ?? false };
}
