import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { unknownKey } from "@/lib/text/messages/issue-words";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { ACTIONS } from "../../../change-actions";
import { worded } from "../../../errors";
import { search } from "../fields";
import { refuse, refused, saidOf } from "../refused";
import { isOperation, runnableAddon, STEP_NAMES } from "./steps";

/**
 * What an automation does: when, under which conditions, and which steps in which order. It is written as YAML or JSON,
 * and is checked as a whole before it is kept: every refusal says where it is and what to do.
 */

const MOST_CHARACTERS = 65_536;
const MOST_NODES = 100;
const MOST_LEVELS = 8;
/** Lists and objects inside each other, of a workflow that is within its levels. */
const DEEPEST_VALUE = 4 * MOST_LEVELS;

export type Condition =
  | { type: "and" | "or"; conditions: Condition[] }
  | { type: "not"; condition: Condition }
  | { type: "strings"; q: string; at_least?: number; at_most?: number }
  | { type: "translated"; languages?: string[]; at_least?: number; at_most?: number }
  | { type: "trigger"; is: TriggerName[] }
  | { type: "component"; slugs: string[] };

/** A step that is work, with the settings of what does it beside its type. */
export interface Work {
  type: string;
  [setting: string]: unknown;
}

export type Control =
  | { type: "sequence"; conditions?: Condition[]; actions: Step[] }
  | { type: "choose"; branches: { conditions: Condition[]; actions: Step[] }[]; otherwise?: Step[] }
  | { type: "stop" };

export type Step = Control | Work;

/** Whether a step leads to others, or ends the workflow. */
export const isControl = (step: Step): step is Control => ["sequence", "choose", "stop"].includes(step.type);

export type TriggerName = (typeof TRIGGERS)[number];

export type Trigger = { type: Exclude<TriggerName, "change"> } | { type: "change"; events: number[] };

export interface Workflow {
  version: 1;
  triggers: Trigger[];
  conditions: Condition[];
  actions: Step[];
}

const TRIGGERS = ["daily", "component_update", "post_update", "post_commit", "post_push", "manual", "change"] as const;

const codeOfEvent = new Map(Object.entries(ACTIONS).map(([code, { name }]) => [name.toLowerCase(), Number(code)]));

const event = z.union([z.string(), z.number()], refused(refusal("workflowEvents"))).transform((given, context) => {
  const code =
    typeof given === "number" ? given : (codeOfEvent.get(given.trim().toLowerCase()) ?? Number(given || "x"));
  if (code in ACTIONS) return code;
  refuse(context, refusal("workflowEvent", { name: String(given).slice(0, 50) }));
  return z.NEVER;
});

const trigger = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.enum(TRIGGERS).exclude(["change"]) }),
    z.strictObject({
      type: z.literal("change"),
      events: z
        .array(event)
        .min(1, refused(refusal("workflowEventLeast")))
        .max(100),
    }),
  ],
  { error: refused(refusal("chooseTypes", { stepNames: TRIGGERS.join(", ") })) },
);

function number(most: number) {
  const wrong = refused(refusal("settingNumber", { least: 0, most }));
  return z.int(wrong).min(0, wrong).max(most, wrong).optional();
}

const names = z
  .array(
    z
      .string(refused(refusal("workflowNames")))
      .min(1)
      .max(200),
  )
  .min(1, refused(refusal("workflowNameLeast")))
  .max(200);

const CONDITIONS = ["and", "or", "not", "strings", "translated", "trigger", "component"];

const condition: z.ZodType<Condition> = z.lazy(() =>
  z.discriminatedUnion(
    "type",
    [
      z.strictObject({
        type: z.literal(["and", "or"]),
        conditions: z.array(condition).min(1, refused(refusal("workflowConditionLeast"))),
      }),
      z.strictObject({ type: z.literal("not"), condition }),
      z
        .strictObject({
          type: z.literal("strings"),
          q: search({ title: "q" }),
          at_least: number(1e9),
          at_most: number(1e9),
        })
        .refine(inOrder, OUT_OF_ORDER),
      z
        .strictObject({
          ...{ type: z.literal("translated"), languages: names.optional() },
          ...{ at_least: number(100), at_most: number(100) },
        })
        .refine(inOrder, OUT_OF_ORDER)
        .refine(
          ({ at_least, at_most }) => at_least !== undefined || at_most !== undefined,
          refused(refusal("workflowBounds")),
        ),
      z.strictObject({
        type: z.literal("trigger"),
        is: z.array(z.enum(TRIGGERS)).min(1, refused(refusal("workflowTriggerLeast"))),
      }),
      z.strictObject({ type: z.literal("component"), slugs: names }),
    ],
    { error: refused(refusal("chooseTypes", { stepNames: CONDITIONS.join(", ") })) },
  ),
);

const OUT_OF_ORDER = refused(refusal("workflowOrder"));

function inOrder({
  at_least = 0,
  at_most = Number.POSITIVE_INFINITY,
}: {
  at_least?: number;
  at_most?: number;
}): boolean {
  return at_least <= at_most;
}

const conditions = z.array(condition, refused(refusal("workflowConditions")));
const steps: z.ZodType<Step[]> = z.lazy(() => z.array(step, refused(refusal("workflowActions"))));

/** A step that is work: its settings are those of the add-on that does it. */
const work = z
  .looseObject({ type: z.string(refused(refusal("workflowType", { stepNames: STEP_NAMES.join(", ") }))) })
  .transform(({ type, ...given }, context): Step => {
    if (isOperation(type)) {
      const [more] = Object.keys(given);
      if (more !== undefined) refuse(context, unknownKey(more));
      return { type };
    }
    const addon = runnableAddon(type);
    if (!addon) {
      refuse(context, refusal("chooseTypes", { stepNames: STEP_NAMES.join(", ") }), ["type"]);
      return z.NEVER;
    }
    const known = Object.keys((z.toJSONSchema(addon.settings, { unrepresentable: "any" }).properties ?? {}) as object);
    const strange = Object.keys(given).find((key) => !known.includes(key));
    if (strange !== undefined) refuse(context, unknownKey(strange));
    const read = addon.settings.safeParse(given, { reportInput: true });
    if (read.success) return { ...(read.data as Record<string, unknown>), type };
    for (const issue of read.error.issues) refuse(context, wordsOf(issue), issue.path);
    return z.NEVER;
  });

const step: z.ZodType<Step> = z.lazy(() =>
  z.unknown().transform((given, context): Step => {
    const { type } = (given ?? {}) as { type?: unknown };
    const read = (
      type === "sequence" ? sequence : type === "choose" ? choose : type === "stop" ? stop : work
    ).safeParse(given, { reportInput: true });
    if (read.success) return read.data;
    for (const issue of read.error.issues) refuse(context, wordsOf(issue), issue.path);
    return z.NEVER;
  }),
);

const sequence = z.strictObject({ type: z.literal("sequence"), conditions: conditions.optional(), actions: steps });
const branch = z.strictObject({ conditions, actions: steps });
const choose = z.strictObject({
  type: z.literal("choose"),
  branches: z.array(branch, refused(refusal("workflowBranches"))).min(1, refused(refusal("workflowBranchLeast"))),
  otherwise: steps.optional(),
});
const stop = z.strictObject({ type: z.literal("stop") });

const whole = z.strictObject({
  version: z.literal(1, refused(refusal("workflowVersion"))),
  triggers: z.array(trigger, refused(refusal("workflowTriggers"))).max(100),
  conditions: conditions.default([]),
  actions: steps,
});

/** A workflow that cannot be kept, with one sentence for each thing that is wrong. */
export class WorkflowProblem extends Error {
  override readonly name = "WorkflowProblem";
  constructor(readonly sentences: readonly Refusal[]) {
    super(sentences.map((sentence) => worded(sentence).message).join(" "));
  }
}

/** A workflow as somebody wrote it, as text or as an object. @throws WorkflowProblem */
export function readWorkflow(given: unknown): Workflow {
  const value = typeof given === "string" ? readText(given) : given;
  checkSize(value);
  const read = whole.safeParse(value, { reportInput: true });
  if (!read.success)
    throw new WorkflowProblem(read.error.issues.slice(0, 10).map((issue) => placed(issue.path, wordsOf(issue))));
  checkNodes(read.data);
  return read.data;
}

function readText(text: string): unknown {
  if (text.trim() === "") throw new WorkflowProblem([refusal("workflowMissing")]);
  if (text.length > MOST_CHARACTERS) throw tooLong();
  try {
    // Aliases could stand for more than was written.
    return parseYaml(text, { maxAliasCount: 0, prettyErrors: true });
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    if (first.startsWith("Maximum call stack")) throw tooDeep();
    throw new WorkflowProblem([refusal("workflowSyntax", { message: first.slice(0, 300) })]);
  }
}

const tooLong = () => new WorkflowProblem([refusal("workflowLong", { most: MOST_CHARACTERS / 1024 })]);
const tooDeep = () => new WorkflowProblem([refusal("workflowDeep", { most: MOST_LEVELS })]);

/** Neither long nor deep: a look without recursion, as what is deep may take all of the stack. */
function checkSize(value: unknown): void {
  let level: unknown[] = [value];
  let characters = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_VALUE) throw tooDeep();
    const next: unknown[] = [];
    for (const one of level)
      if (typeof one === "object" && one !== null)
        for (const [key, inside] of Object.entries(one)) {
          characters += key.length;
          next.push(inside);
        }
      else characters += String(one).length;
    characters += level.length;
    if (characters > MOST_CHARACTERS) throw tooLong();
    level = next;
  }
}

function checkNodes({ conditions: first, actions, triggers }: Workflow): void {
  let count = triggers.length;
  const visit = (node: Condition | Step, level: number): void => {
    if (level > MOST_LEVELS) throw tooDeep();
    if (++count > MOST_NODES) throw new WorkflowProblem([refusal("workflowNodes", { most: MOST_NODES })]);
    for (const inside of insideOf(node)) visit(inside, level + 1);
  };
  for (const node of [...first, ...actions]) visit(node, 1);
}

/** Conditions and steps right inside of one. */
function insideOf(node: Condition | Control | Work): (Condition | Step)[] {
  const {
    branches,
    conditions: inside,
    condition: one,
    actions,
    otherwise,
  } = node as Partial<{
    branches: { conditions: Condition[]; actions: Step[] }[];
    conditions: Condition[];
    condition: Condition;
    actions: Step[];
    otherwise: Step[];
  }>;
  const ofBranches = (branches ?? []).flatMap((branch) => [...branch.conditions, ...branch.actions]);
  return [...(inside ?? []), ...(one ? [one] : []), ...(actions ?? []), ...ofBranches, ...(otherwise ?? [])];
}

const wordsOf = (issue: z.core.$ZodIssue): Refusal => saidOf(issue) ?? refusal("apiType");

/** What is wrong, with its place as people write it, such as `actions[0].branches[1]`. */
function placed(path: readonly PropertyKey[], line: Refusal): Refusal {
  if (path.length === 0) return refusal("workflowWhole", { line });
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return refusal("workflowPlace", { place: parts.join("").replace(/^\./, ""), line });
}
