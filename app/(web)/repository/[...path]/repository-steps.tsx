import type { ReactNode } from "react";
import { ActionForm } from "@/app/ui/action-form";
import { Ago } from "@/app/ui/ago";
import { count, counted } from "@/app/ui/numbers";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { type ComponentRow, placeOf } from "@/lib/domain/components/components";
import type { Pipeline } from "@/lib/domain/statistics/pipeline";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { operate } from "./actions";

interface Step {
  operation: "commit" | "pull" | "push";
  name: string;
  text: ReactNode;
  button: string;
  /** Why it cannot or need not be done. */
  off: string | undefined;
  wanted: boolean;
}

/** Commit, update, push: the one that is needed now is marked, those that are not say why. */
export function RepositorySteps({
  component,
  state,
  pipeline,
  actor,
}: {
  component: ComponentRow;
  state: RepositoryState;
  pipeline: Pipeline;
  actor: Actor;
}) {
  const where = placeOf(component);
  const local = component.repository.vcs === "local";
  const refused = (right: "vcs.commit" | "vcs.update" | "vcs.push") => denial(actor, right, where)?.text;
  const steps: Step[] = [
    {
      operation: "commit",
      name: "Pending",
      text:
        pipeline.waiting > 0 ? (
          <>
            {counted(pipeline.waiting, "edit")} by {counted(pipeline.people, "person", "people")}, oldest{" "}
            <Ago at={pipeline.oldest} />
          </>
        ) : (
          "No edit waits for a commit."
        ),
      button: pipeline.waiting > 0 ? `Commit ${counted(pipeline.waiting, "edit")}` : "Commit",
      off: refused("vcs.commit") ?? (pipeline.waiting === 0 ? "There is nothing to commit." : undefined),
      wanted: pipeline.waiting > 0,
    },
    {
      operation: "pull",
      name: "Incoming",
      text:
        state.missing > 0
          ? `${counted(state.missing, "commit")} upstream that Loquat does not have.`
          : "Loquat has all that was upstream when it looked last.",
      button: state.missing > 0 ? `Update with ${counted(state.missing, "commit")}` : "Look for updates",
      off: local ? "There is no remote repository." : refused("vcs.update"),
      wanted: state.missing > 0,
    },
    {
      operation: "push",
      name: "Outgoing",
      text:
        state.outgoing > 0
          ? `${counted(state.outgoing, "commit")} that ${state.outgoing === 1 ? "has" : "have"} not been pushed.`
          : "Nothing waits to be pushed.",
      button: state.outgoing > 0 ? `Push ${counted(state.outgoing, "commit")}` : "Push",
      off: local
        ? "There is no remote repository."
        : (refused("vcs.push") ??
          (component.repository.push === ""
            ? "Set a push address in the settings first."
            : state.outgoing === 0
              ? "There is nothing to push."
              : undefined)),
      wanted: state.outgoing > 0,
    },
  ];
  // Taking in upstream comes first: what is committed and pushed afterwards is made on top of it.
  const needed = ["pull", "commit", "push"].find((id) =>
    steps.some((step) => step.operation === id && step.wanted && step.off === undefined),
  );
  return (
    <ActionForm action={operate.bind(null, component.id)} className="mb-8" label="Repository operations">
      <ul className="panel divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.operation} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <span className="text-ink-3 tabular-nums">{count(index + 1)}</span>
            <div className="min-w-0 grow basis-60">
              <p className="font-medium">{step.name}</p>
              <p className="text-table text-ink-2">{step.text}</p>
              {step.off && (step.wanted || step.operation === "pull") ? (
                <p id={`off-${step.operation}`} className="text-table text-ink-2">
                  {step.off}
                </p>
              ) : null}
            </div>
            <Submit
              name="operation"
              value={step.operation}
              kind={step.operation === needed ? "primary" : "secondary"}
              disabled={step.off !== undefined}
              title={step.off}
              aria-describedby={step.off && step.wanted ? `off-${step.operation}` : undefined}
            >
              {step.button}
            </Submit>
          </li>
        ))}
      </ul>
    </ActionForm>
  );
}
