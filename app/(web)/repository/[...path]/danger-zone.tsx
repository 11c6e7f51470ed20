import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { denialWords } from "@/lib/domain/access/denial-words";
import { type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import type { planOfTask } from "@/lib/domain/integrate/plan-operation";
import type { Pipeline } from "@/lib/domain/statistics/pipeline";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { operate, preview } from "./actions";
import { PlanView } from "./plan-view";

const DEEDS = [
  { id: "reset", button: "repository.deed.reset.button", about: "repository.deed.reset.about" },
  {
    id: "reset-keep",
    button: "repository.deed.resetKeep.button",
    about: "repository.deed.resetKeep.about",
  },
  { id: "cleanup", button: "repository.deed.cleanup.button", about: "repository.deed.cleanup.about" },
  { id: "file-sync", button: "repository.deed.fileSync.button", about: "repository.deed.fileSync.about" },
  {
    id: "file-scan",
    button: "repository.deed.fileScan.button",
    about: "repository.deed.fileScan.about",
  },
] as const;

type Deed = (typeof DEEDS)[number]["id"];

/** What a deed will change, before it is done. */
function plan(t: Texts, deed: Deed, state: RepositoryState, pipeline: Pipeline): string {
  switch (deed) {
    case "reset":
      if (state.outgoing === 0) return t("repository.deed.reset.planOfNone", { waiting: pipeline.waiting });
      return t("repository.deed.reset.plan", {
        commits: state.outgoing,
        edits: pipeline.committed,
        waiting: pipeline.waiting,
      });
    case "reset-keep":
      return t("repository.deed.resetKeep.plan", { commits: state.outgoing });
    case "cleanup":
      return t("repository.deed.cleanup.plan");
    case "file-sync":
      return t("repository.deed.fileSync.plan");
    case "file-scan":
      return t("repository.deed.fileScan.plan");
  }
}

/** Operations that throw something away or take long: each shows its plan first. */
export function DangerZone({
  component,
  state,
  pipeline,
  actor,
  confirm,
  planned,
}: {
  component: ComponentRow;
  state: RepositoryState;
  pipeline: Pipeline;
  actor: Actor;
  confirm: string;
  planned?: ReturnType<typeof planOfTask>;
}) {
  const t = useTexts();
  const why = denial(actor, "vcs.reset", scopeOf(component));
  const asked = DEEDS.find((deed) => deed.id === confirm);
  return (
    <Section title={t("repository.maintenance")} id="rare">
      {why ? (
        <p className="text-table text-ink-2">{denialWords(t, why)}</p>
      ) : asked ? (
        <Callout tone="warning" title={t("repository.confirmDeed", { deed: t(asked.button) })}>
          <p>{plan(t, asked.id, state, pipeline)}</p>
          {planned ? <PlanView plan={planned.plan} /> : null}
          <ActionForm action={operate.bind(null, component.id)} className="mt-3 flex flex-wrap gap-2">
            {planned ? <input type="hidden" name="plan" value={planned.word} /> : null}
            <Submit name="operation" value={asked.id} kind={asked.id === "reset" ? "danger" : "primary"}>
              {asked.id === "reset" && state.outgoing > 0
                ? t("repository.resetAndDrop", { count: state.outgoing })
                : t(asked.button)}
            </Submit>
            <LinkButton href="?">{t("repository.cancel")}</LinkButton>
          </ActionForm>
        </Callout>
      ) : (
        <ul className="grid gap-3">
          {DEEDS.map((deed) => (
            <li key={deed.id} className="flex items-start justify-between gap-3 max-sm:flex-col">
              <p className="text-table text-ink-2">{t(deed.about)}</p>
              <ActionForm action={preview.bind(null, component.id)} className="shrink-0">
                <Submit name="operation" value={deed.id} kind="secondary" small>
                  {t("repository.openDeed", { deed: t(deed.button) })}
                </Submit>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
