import { z } from "zod";

/** Operations on repositories. */
const OPERATION = z.enum([
  ...(["push", "pull", "commit", "reset", "cleanup", "file-sync", "file-scan"] as const),
  ...(["pull-rebase", "pull-merge", "pull-merge-noff", "reset-keep"] as const),
]);

/**
 * The kinds of background tasks, each with what its payload holds: ids and small options only, as contents are read when
 * the task runs. Tasks are created, sent and run by this map; a payload is parsed again when its task starts, because the
 * row may be of an older release.
 */
export const TASK_KINDS = {
  "create-component": z.object({ component: z.int(), repository: z.int() }),
  "repository-operation": z.object({
    repository: z.int(),
    operation: OPERATION,
    /** Who the ledger names as the author of what the operation does. */
    askedBy: z.int().nullish(),
    /** Version of the plan that is carried out, when one is. */
    plan: z.string().nullish(),
  }),
  "plan-operation": z.object({
    repository: z.int(),
    operation: z.union([OPERATION, z.literal("reformat")]),
    /** Whose files are reformatted. */
    component: z.int().optional(),
    /** Version of a plan that is to be looked at again, instead of making one. */
    check: z.string().optional(),
  }),
  "undo-operation": z.object({
    operation: z.string(),
    /** True when only its plan is asked for. */
    plan: z.boolean().optional(),
    /** Who undoes it, and how the request came in. */
    user: z.int(),
    tokenProject: z.int().nullish(),
    cause: z.enum(["person", "api", "service", "addon"]),
  }),
  "bulk-edit": z.object({
    plan: z.string(),
    /** Who asked for it, and how the request came in. */
    user: z.int(),
    tokenProject: z.int().nullish(),
    cause: z.enum(["person", "api", "service", "addon"]),
  }),
  "plan-translation": z.object({
    plan: z.string(),
    /** Who asked for it, and how the request came in. */
    user: z.int(),
    tokenProject: z.int().nullish(),
    cause: z.enum(["person", "api", "service", "addon"]),
  }),
  "take-texts": z.object({
    translation: z.int(),
    /** Components that texts are taken from. */
    components: z.array(z.int()),
    /** Who asked for it, and how the request came in. */
    user: z.int(),
    tokenProject: z.int().nullish(),
    cause: z.enum(["person", "api", "service", "addon"]),
  }),
  "follow-flags": z.object({
    project: z.int(),
    /** Left out for all components of the project. */
    component: z.int().optional(),
  }),
  "update-repository": z.object({ repository: z.int() }),
  "reformat-files": z.object({ repository: z.int(), component: z.int(), user: z.int().nullable() }),
  "add-language": z.object({ repository: z.int(), translation: z.int() }),
  "remove-file": z.object({ repository: z.int(), component: z.int(), filename: z.string(), language: z.string() }),
  "remove-objects": z.object({}),
  "back-up": z.object({}),
  "make-demo": z.object({}),
  "run-addon": z.object({
    addon: z.int(),
    event: z.enum([
      "installed",
      "configured",
      "daily",
      "component-updated",
      "committed",
      "pushed",
      "changed",
      "language-added",
      "language-removed",
      "manual",
    ]),
    component: z.int().optional(),
    /** Of an add-on that reaches further, the components of one project. */
    project: z.int().optional(),
  }),
} as const satisfies Record<string, z.ZodObject>;

export type TaskKind = keyof typeof TASK_KINDS;

/** What a task of the kind works on. */
export type Payload<K extends TaskKind> = z.infer<(typeof TASK_KINDS)[K]>;

/** The name of the event that starts tasks of a kind. Never renamed: events wait in the database. */
export function eventOf<K extends TaskKind>(kind: K): `loquat/${K}` {
  return `loquat/${kind}`;
}
