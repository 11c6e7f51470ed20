import { type Sql, sql } from "@/lib/platform/database";
import type { ComponentRow } from "./components";

/**
 * Whether a person has locked the component, so that its strings may not be edited. A lock that a failure of the repository
 * made pauses automatic work on that repository and nothing else.
 */
export function isClosed({ locked, lockedAuto }: Pick<ComponentRow, "locked" | "lockedAuto">): boolean {
  return locked && !lockedAuto;
}

/** The same in SQL. */
export function closedCondition(component: { readonly locked: Sql; readonly lockedAuto: Sql }): Sql {
  return sql`(${component.locked} and not ${component.lockedAuto})`;
}

/** The lock of a component as decisions about edits ask for it. */
export function editLock(component: Pick<ComponentRow, "locked" | "lockedAuto" | "lockReason" | "name">): {
  componentLocked: boolean;
  lockReason: string;
  componentName: string;
} {
  return { componentLocked: isClosed(component), lockReason: component.lockReason, componentName: component.name };
}
