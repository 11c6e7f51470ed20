import { z } from "zod";
import { Invalid } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";
import { endpoint, schema } from "../endpoint";
import { componentParams } from "./components";
import { projectParams } from "./projects";

/** Locks of components and projects; the contract 2.3 and 4.15. */

export const Lock = schema("Lock", z.object({ locked: z.boolean() }));

const LockRequest = z.object({ lock: z.boolean().optional() });

export const readComponentLock = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/lock/",
  since: "2.6",
  tag: "Components",
  summary: "Lock of a component",
  params: componentParams,
  answer: Lock,
});
export const changeComponentLock = endpoint({
  method: "POST",
  path: readComponentLock.path,
  since: "2.6",
  tag: "Components",
  summary: "Lock or unlock a component",
  permission: "component.lock",
  params: componentParams,
  body: LockRequest,
  answer: Lock,
  status: 200,
});
export const readProjectLock = endpoint({
  method: "GET",
  path: "/api/projects/{project}/lock/",
  since: "5.5",
  tag: "Projects",
  summary: "Lock of a project",
  description: "True if all components are locked.",
  params: projectParams,
  answer: Lock,
});
export const changeProjectLock = endpoint({
  method: "POST",
  path: readProjectLock.path,
  since: "5.5",
  tag: "Projects",
  summary: "Lock or unlock all components of a project",
  permission: "project.edit",
  params: projectParams,
  body: LockRequest,
  answer: Lock,
  status: 200,
});

/** What is asked for: a form without the field means false, as an unticked box does. @throws Invalid */
export function readLock(body: z.output<typeof LockRequest>, request: Request): boolean {
  if (body.lock !== undefined) return body.lock;
  if (/form/i.test(request.headers.get("content-type") ?? "")) return false;
  throw Invalid.field("lock", refusal("fieldRequired"), "required");
}
