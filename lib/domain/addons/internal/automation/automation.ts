import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { DomainError, Failed, type Sentence } from "../../../errors";
import type { Addon, AddonEvent, AddonRun } from "../../addon";
import { withoutAutomations } from "../automation-quiet";
import { refuse } from "../refused";
import { failureOf, together } from "../said";
import { isOperation, runnableAddon } from "./steps";
import {
  type Condition,
  isControl,
  readWorkflow,
  type Step,
  type TriggerName,
  type Work,
  type Workflow,
  WorkflowProblem,
} from "./workflow";

/** Work in steps, when something happens and conditions hold. */

const settings = z.object({
  workflow: z
    .unknown()
    .transform((given, context): Workflow => {
      try {
        return readWorkflow(given);
      } catch (error) {
        if (!(error instanceof WorkflowProblem)) throw error;
        for (const sentence of error.sentences) refuse(context, sentence);
        return z.NEVER;
      }
    })
    .meta({
      title: "Workflow",
      description:
        "As YAML or JSON: version 1, triggers, conditions and actions. What it would do now is shown before it is installed.",
      long: true,
    }),
});
type Settings = z.infer<typeof settings>;

/** Which trigger an event of ours is. */
const TRIGGERS_OF: Partial<Record<AddonEvent, readonly TriggerName[]>> = {
  daily: ["daily"],
  "component-updated": ["component_update", "post_update"],
  "language-added": ["component_update"],
  committed: ["post_commit"],
  pushed: ["post_push"],
  changed: ["change"],
  manual: ["manual"],
};

const listens = ({ triggers }: Workflow, event: AddonEvent): boolean =>
  triggers.some(({ type }) => TRIGGERS_OF[event]?.includes(type));

export const automation: Addon<Settings> = {
  id: "weblate.automation.automation",
  aliases: ["loquat.automation.automation"],
  name: "Automation",
  description:
    "Does work in steps when something happens and conditions hold: translates automatically, edits in bulk, removes what is stale, commits and pushes. What it changes starts no other automation.",
  settings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  isAutomation: true,
  on: ["daily", "component-updated", "language-added", "committed", "pushed", "changed"],
  wants: ({ workflow }, event) => listens(workflow, event),
  startedBy: ({ workflow }) =>
    workflow.triggers.flatMap((trigger) => (trigger.type === "change" ? trigger.events : [])),
  async preview({ settings: { workflow }, component, tools }) {
    const run = new Run({ settings: { workflow }, event: "manual", component, since: new Date(), tools });
    return run.plan(workflow);
  },
  async perform(run) {
    const { workflow } = run.settings;
    // It may have other triggers by now.
    if (run.event !== "manual" && !listens(workflow, run.event)) return undefined;
    return withoutAutomations(() => new Run(run).perform(workflow));
  },
};

/** One run over one component. Every step is safe to be done again. */
class Run {
  private readonly said: Sentence[] = [];

  constructor(private readonly given: AddonRun<Settings>) {}

  async perform({ conditions, actions }: Workflow): Promise<Sentence> {
    if (!(await this.all(conditions))) return "";
    await this.walk(actions, "actions", (step, place) => this.act(step, place));
    return together(this.said);
  }

  /** What it would do, step by step, each as the strings are now. */
  async plan({ conditions, actions }: Workflow): Promise<Sentence[]> {
    if (!(await this.all(conditions))) return [refusal("planConditions")];
    const lines: Sentence[] = [];
    await this.walk(actions, "actions", async (step, place) => {
      lines.push(...(await this.planStep(step)).map((line) => refusal("planStep", { place, type: step.type, line })));
    });
    return lines;
  }

  /** Takes the steps that are work, in order, along the branches whose conditions hold. False when one ends it all. */
  private async walk(
    steps: readonly Step[],
    place: string,
    work: (step: Work, place: string) => Promise<void>,
  ): Promise<boolean> {
    for (const [number, step] of steps.entries()) {
      const here = `${place}[${number}]`;
      if (!isControl(step)) await work(step, here);
      else if (step.type === "stop") return false;
      else if (step.type === "choose") {
        let chosen: [readonly Step[], string] = [step.otherwise ?? [], `${here}.otherwise`];
        for (const [at, branch] of step.branches.entries())
          if (await this.all(branch.conditions)) {
            chosen = [branch.actions, `${here}.branches[${at}].actions`];
            break;
          }
        if (!(await this.walk(...chosen, work))) return false;
      } else if ((await this.all(step.conditions ?? [])) && !(await this.walk(step.actions, `${here}.actions`, work)))
        return false;
    }
    return true;
  }

  private async act({ type, ...own }: Work, place: string): Promise<void> {
    const { given } = this;
    try {
      if (isOperation(type)) await this.operate(type);
      else {
        const text = await this.fitting(type)?.perform?.({ ...given, settings: own });
        if (text) this.said.push(text);
      }
    } catch (error) {
      // A repository that is busy lets the task try again.
      if (error instanceof DomainError && error.name === "Locked") throw error;
      throw new Failed(together([...this.said, refusal("planStep", { place, type, line: failureOf(error) })]), {
        cause: error,
      });
    }
  }

  private async operate(operation: "commit" | "push"): Promise<void> {
    const before = await this.given.tools.unpushed();
    const problem = await this.given.tools.operate(operation);
    if (problem !== undefined) throw new Failed(problem);
    const after = await this.given.tools.unpushed();
    if (before.strings !== after.strings || before.commits !== after.commits)
      this.said.push(refusal(operation === "commit" ? "runCommitted" : "runPushed"));
  }

  private async planStep({ type, ...own }: Work): Promise<Sentence[]> {
    const { component, tools } = this.given;
    if (isOperation(type)) {
      const { strings, commits } = await tools.unpushed();
      if (type === "commit") return strings > 0 ? [refusal("planCommitted", { count: strings })] : [];
      return strings + commits > 0 ? [refusal("planPushedBoth", { count: strings, commits })] : [];
    }
    const addon = this.fitting(type);
    if (!addon?.preview) return [];
    return addon.preview({ settings: own, component, tools });
  }

  /** @throws Error where the component is none for it */
  private fitting(type: string): Addon | undefined {
    const addon = runnableAddon(type);
    const unfit = addon?.unfit?.(this.given.component);
    if (unfit) throw new Failed(unfit);
    return addon;
  }

  private async all(conditions: readonly Condition[]): Promise<boolean> {
    for (const condition of conditions) if (!(await this.holds(condition))) return false;
    return true;
  }

  private async holds(condition: Condition): Promise<boolean> {
    const { component, event, tools } = this.given;
    switch (condition.type) {
      case "and":
        return this.all(condition.conditions);
      case "or":
        for (const one of condition.conditions) if (await this.holds(one)) return true;
        return false;
      case "not":
        return !(await this.holds(condition.condition));
      case "trigger":
        return condition.is.some((name) => TRIGGERS_OF[event]?.includes(name));
      case "component":
        return condition.slugs.includes(component.slug);
      case "strings": {
        const { count } = await tools.findStrings(condition.q);
        return isWithin(count, { at_least: condition.at_most === undefined ? 1 : 0, ...defined(condition) });
      }
      case "translated": {
        const chosen = (await tools.translations()).filter(
          ({ isSource, languageCode }) => !isSource && (condition.languages?.includes(languageCode) ?? true),
        );
        for (const one of chosen) if (!isWithin(await tools.percent(one), condition)) return false;
        return chosen.length > 0;
      }
    }
  }
}

interface Bounds {
  at_least?: number;
  at_most?: number;
}

const defined = ({ at_least, at_most }: Bounds): Bounds => ({
  ...(at_least === undefined ? {} : { at_least }),
  ...(at_most === undefined ? {} : { at_most }),
});

const isWithin = (count: number, { at_least = 0, at_most = Number.POSITIVE_INFINITY }: Bounds): boolean =>
  count >= at_least && count <= at_most;
