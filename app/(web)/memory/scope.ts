import { path } from "@/app/ui/paths";
import type { Actor } from "@/lib/domain/access/actor";
import type { MemoryScope } from "@/lib/domain/memory/scope";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

/** How pages and their forms name a scope: "personal", "shared", or a project's slug behind "project:". */

export function scopeName(scope: MemoryScope): string {
  return scope.kind === "project" ? `project:${scope.project.slug}` : scope.kind;
}

/** The page of a scope. */
export function scopePath(scope: MemoryScope): string {
  if (scope.kind === "project") return path(urls.project(scope.project.slug).memory);
  return scope.kind === "shared" ? path(urls.sharedMemory()) : path(urls.memory());
}

/** The scope of a name. @throws NotFound for a project that is not there */
export async function readScope(actor: Actor, name: string): Promise<MemoryScope> {
  if (name.startsWith("project:")) return { kind: "project", project: await findProject(actor, name.slice(8)) };
  return name === "shared" ? { kind: "shared" } : { kind: "personal" };
}
