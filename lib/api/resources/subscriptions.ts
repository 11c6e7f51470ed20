import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { listComponents } from "@/lib/domain/components/components";
import { projectsById } from "@/lib/domain/projects/by-id";
import { FREQUENCIES, NOTIFICATIONS, SCOPES, type SubscriptionRow } from "@/lib/domain/users/subscriptions";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { idPart, oneOf } from "../fields";
import { Component, presentComponent } from "./components";
import { Project, presentProject } from "./projects";
import { userParams } from "./users";

/** All the outside sees of notification subscriptions; the contract 3.2, 4.1 and 12.10. */

export const Subscription = schema(
  "Subscription",
  z.object({
    id: z.int(),
    notification: z.string(),
    scope: z.int(),
    frequency: z.int(),
    project: Project.nullable(),
    component: Component.nullable(),
  }),
);

const NewSubscription = z.object({
  notification: z.enum(NOTIFICATIONS),
  scope: oneOf(SCOPES),
  frequency: oneOf(FREQUENCIES),
});

const params = userParams.extend({ subscription: idPart });
const tag = "Users";
const permission = "your own, or user.edit";

export const listSubscriptions = endpoint({
  method: "GET",
  path: "/api/users/{username}/notifications/",
  since: "4.0",
  tag,
  summary: "Notification subscriptions of a user",
  permission,
  params: userParams,
  answer: pageOf(Subscription),
});
export const createSubscription = endpoint({
  method: "POST",
  path: listSubscriptions.path,
  since: "4.0",
  tag,
  summary: "Subscribe a user to a notification",
  permission,
  params: userParams,
  body: NewSubscription,
  answer: Subscription,
  status: 201,
});
export const readSubscription = endpoint({
  method: "GET",
  path: "/api/users/{username}/notifications/{subscription}/",
  since: "4.0",
  tag,
  summary: "Notification subscription",
  permission,
  params,
  answer: Subscription,
});
export const replaceSubscription = endpoint({
  method: "PUT",
  path: readSubscription.path,
  since: "4.0",
  tag,
  summary: "Replace a notification subscription",
  permission,
  params,
  body: NewSubscription,
  answer: Subscription,
});
export const changeSubscription = endpoint({
  method: "PATCH",
  path: readSubscription.path,
  since: "4.0",
  tag,
  summary: "Change a notification subscription",
  permission,
  params,
  body: NewSubscription.partial(),
  answer: Subscription,
});
export const deleteSubscription = endpoint({
  method: "DELETE",
  path: readSubscription.path,
  since: "4.0",
  tag,
  summary: "Delete a notification subscription",
  permission,
  params,
});

const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

/** Subscriptions with the projects and components they are about, as far as the caller may see them. */
export async function presentSubscriptions(
  actor: Actor,
  rows: readonly SubscriptionRow[],
): Promise<Answer<typeof Subscription>[]> {
  const componentIds = present(rows.map((row) => row.componentId));
  const [projects, components] = await Promise.all([
    projectsById(actor, present(rows.map((row) => row.projectId))),
    listComponents(actor, { ids: componentIds }, { limit: componentIds.length, offset: 0 }),
  ]);
  const componentOf = new Map(components.rows.map((row) => [row.id, row]));
  return rows.map(({ projectId, componentId, ...row }) => {
    const project = projectId === null ? undefined : projects.get(projectId);
    const component = componentId === null ? undefined : componentOf.get(componentId);
    return {
      ...row,
      project: project ? presentProject(project) : null,
      component: component ? presentComponent(actor, component) : null,
    };
  });
}

/** One subscription. */
export async function presentSubscription(actor: Actor, row: SubscriptionRow): Promise<Answer<typeof Subscription>> {
  const [answer] = await presentSubscriptions(actor, [row]);
  return answer as Answer<typeof Subscription>;
}
