import { describe, expect, it } from "vitest";
import { readWorkflow, WorkflowProblem } from "@/lib/domain/addons/internal/automation/workflow";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";

function problems(given: unknown): string[] {
  try {
    readWorkflow(given);
  } catch (error) {
    expect(error).toBeInstanceOf(WorkflowProblem);
    return (error as WorkflowProblem).sentences.map((sentence) => sayRefusal(builtinEnglish(), sentence));
  }
  return [];
}

const START = { version: 1, triggers: [], actions: [] };

describe("a workflow", () => {
  it("is YAML or JSON, or an object, and the same each way", () => {
    const object = {
      ...START,
      triggers: [{ type: "daily" }, { type: "change", events: ["Translation changed", 3] }],
      conditions: [{ type: "strings", q: "state:empty" }],
      actions: [{ type: "bulk_edit", q: "", add_flags: "read-only" }, { type: "commit" }],
    };
    const yaml = `
version: 1
triggers: [{type: daily}, {type: change, events: [Translation changed, 3]}]
conditions:
  - {type: strings, q: "state:empty"}
actions:
  - {type: bulk_edit, q: "", add_flags: read-only}
  - type: commit
`;
    const read = readWorkflow(object);
    expect(readWorkflow(JSON.stringify(object))).toEqual(read);
    expect(readWorkflow(yaml)).toEqual(read);
    // As it was kept, it is read again.
    expect(readWorkflow(read)).toEqual(read);
    expect(read.triggers[1]).toEqual({ type: "change", events: [2, 3] });
    expect(read.actions[0]).toMatchObject({ type: "bulk_edit", add_flags: "read-only", state: "-1", add_labels: [] });
  });

  it.each<[string, unknown, string]>([
    ["no text", " ", "Enter a workflow with version, triggers and actions."],
    ["no YAML", "a: [", "This is neither YAML nor JSON: "],
    ["a list", [], "The workflow: Enter an object."],
    ["another version", { ...START, version: 2 }, "version: The version must be 1."],
    ["an unknown key", { ...START, when: 1 }, "The workflow: Unknown key “when”."],
    [
      "an unknown trigger",
      { ...START, triggers: [{ type: "never" }] },
      "triggers[0].type: Choose one of the types daily, ",
    ],
    [
      "no event",
      { ...START, triggers: [{ type: "change", events: [] }] },
      "triggers[0].events: Name at least one event.",
    ],
    [
      "an unknown event",
      { ...START, triggers: [{ type: "change", events: ["Party"] }] },
      "triggers[0].events[0]: There is no event Party.",
    ],
    [
      "an unknown action",
      { ...START, actions: [{ type: "explode" }] },
      "actions[0].type: Choose one of the types sequence, ",
    ],
    ["no type", { ...START, actions: [{}] }, "actions[0].type: Give a type: sequence, "],
    ["text as an action", { ...START, actions: ["commit"] }, "actions[0]: Enter an object."],
    [
      "a setting that is none",
      { ...START, actions: [{ type: "push", force: true }] },
      "actions[0]: Unknown key “force”.",
    ],
    [
      "an add-on's setting that is none",
      { ...START, actions: [{ type: "bulk_edit", flags: "x" }] },
      "actions[0]: Unknown key “flags”.",
    ],
    [
      "an add-on's setting that it refuses",
      {
        ...START,
        actions: [{ type: "choose", branches: [{ conditions: [], actions: [{ type: "bulk_edit", q: "(" }] }] }],
      },
      "actions[0].branches[0].actions[0].q: ",
    ],
    [
      "a search that is none",
      { ...START, conditions: [{ type: "not", condition: { type: "strings", q: "state:x" } }] },
      "conditions[0].condition.q: ",
    ],
    [
      "bounds the wrong way round",
      { ...START, conditions: [{ type: "strings", q: "", at_least: 2, at_most: 1 }] },
      "conditions[0]: at_least must not be more than at_most.",
    ],
    ["no bounds", { ...START, conditions: [{ type: "translated" }] }, "conditions[0]: Give at_least or at_most."],
    ["aliases", "version: 1\ntriggers: &a []\nactions: *a\n", "This is neither YAML nor JSON: "],
  ])("is refused for %s, with the place", (_, given, sentence) => {
    expect(problems(given)[0]).toContain(sentence);
  });

  it("has at most 100 nodes, 8 levels and 64 KiB, however it comes", () => {
    const stops = (count: number) => Array(count).fill({ type: "stop" });
    expect(problems({ ...START, actions: stops(100) })).toEqual([]);
    expect(problems({ ...START, actions: stops(101) })[0]).toMatch(/at most 100 triggers, conditions and actions/);
    const nested = (levels: number): unknown =>
      levels === 1 ? { type: "stop" } : { type: "sequence", actions: [nested(levels - 1)] };
    expect(problems({ ...START, actions: [nested(8)] })).toEqual([]);
    expect(problems({ ...START, actions: [nested(9)] })[0]).toMatch(/more than 8 levels/);
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    expect(problems(deep)).toHaveLength(1);
    expect(problems(JSON.stringify({ ...START, actions: [nested(500)] }))[0]).toMatch(/more than 8 levels/);
    expect(problems("a".repeat(65_537))[0]).toMatch(/at most 64 KiB/);
    const long = { ...START, actions: [{ type: "bulk_edit", add_flags: "a".repeat(65_537) }] };
    expect(problems(long)[0]).toMatch(/at most 64 KiB/);
  });
});
