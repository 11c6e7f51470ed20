import type { ReactNode } from "react";
import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Count } from "@/app/ui/numbers";
import { RelativeTime } from "@/app/ui/relative-time";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { denialWords } from "@/lib/domain/access/denial-words";
import { type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { pushesAnyway } from "@/lib/domain/requests/accounts";
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
  const t = useTexts();
  const where = scopeOf(component);
  const local = component.repository.vcs === "local";
  const refused = (right: "vcs.commit" | "vcs.update" | "vcs.push") => {
    const why = denial(actor, right, where);
    return why && denialWords(t, why);
  };
  const steps: Step[] = [
    {
      operation: "commit",
      name: t("repository.pending"),
      text:
        pipeline.waiting > 0
          ? t.rich("repository.pendingEdits", {
              edits: pipeline.waiting,
              people: pipeline.people,
              ago: () => <RelativeTime at={pipeline.oldest} />,
            })
          : t("repository.nonePending"),
      button: pipeline.waiting > 0 ? t("repository.commitEdits", { count: pipeline.waiting }) : t("repository.commit"),
      off: refused("vcs.commit") ?? (pipeline.waiting === 0 ? t("repository.nothingToCommit") : undefined),
      wanted: pipeline.waiting > 0,
    },
    {
      operation: "pull",
      name: t("repository.incoming"),
      text:
        state.missing > 0 ? t("repository.incomingCommits", { count: state.missing }) : t("repository.noneIncoming"),
      button: state.missing > 0 ? t("repository.updateWith", { count: state.missing }) : t("repository.checkUpdates"),
      off: local ? t("repository.noRemote") : refused("vcs.update"),
      wanted: state.missing > 0,
    },
    {
      operation: "push",
      name: t("repository.outgoing"),
      text:
        state.toPush > 0
          ? t("repository.outgoingCommits", { count: state.toPush })
          : state.outgoing > 0
            ? t("repository.pushedCommits", { count: state.outgoing })
            : t("repository.noneOutgoing"),
      button: state.toPush > 0 ? t("repository.pushCommits", { count: state.toPush }) : t("repository.push"),
      off: local
        ? t("repository.noRemote")
        : (refused("vcs.push") ??
          (component.repository.push === "" && !pushesAnyway(component.repository.vcs)
            ? t("repository.pushAddressMissing")
            : state.outgoing === 0
              ? t("repository.nothingToPush")
              : undefined)),
      wanted: state.toPush > 0,
    },
  ];
  // Taking in upstream comes first: what is committed and pushed afterwards is made on top of it.
  const needed = ["pull", "commit", "push"].find((id) =>
    steps.some((step) => step.operation === id && step.wanted && step.off === undefined),
  );
  return (
    <ActionForm action={operate.bind(null, component.id)} className="mb-8" label={t("repository.operations")}>
      <ul className="panel divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.operation} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <span className="text-ink-3 tabular-nums">
              <Count value={index + 1} />
            </span>
            <div className="min-w-0 grow basis-60">
              <p className="font-medium">{step.name}</p>
              <p className="text-table text-ink-2">{step.text}</p>
              {step.off && (step.wanted || step.operation === "pull") ? (
                <p id={`off-${step.operation}`} className="text-table text-ink-2">
                  {step.off}
                </p>
              ) : null}
              {step.operation === "pull" && step.off === undefined ? <Styles t={t} /> : null}
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

const STYLES = [
  { id: "pull-rebase", name: "tasks.operation.pullRebase" },
  { id: "pull-merge", name: "tasks.operation.pullMerge" },
  { id: "pull-merge-noff", name: "tasks.operation.pullMergeNoff" },
] as const;

/** Pulls in a style that is not the repository's own. */
function Styles({ t }: { t: Texts }) {
  return (
    <details className="text-table text-ink-2">
      <summary className="list-none">{t("repository.updateBy")}</summary>
      <p>{t("repository.updateByAbout")}</p>
      <span className="mt-2 flex flex-wrap gap-2">
        {STYLES.map((style) => (
          <Submit key={style.id} name="operation" value={style.id} kind="secondary" small>
            {t(style.name)}
          </Submit>
        ))}
      </span>
    </details>
  );
}
