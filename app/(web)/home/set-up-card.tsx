import { Circle, CircleCheck } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { type SetUpStep, setUpSteps, setUpStepsHidden } from "@/lib/domain/settings/set-up-steps";
import { urls } from "@/lib/urls";
import { hideSteps, showSteps } from "./set-up-actions";

/** Where each step is taken. */
const PLACES: Readonly<Record<SetUpStep, () => string>> = {
  project: () => "/setup/start/",
  mail: () => path(urls.siteSettings()),
  hooks: () => path(urls.siteHooks()),
  backup: () => path(urls.backups()),
  administrator: () => path(urls.people()),
};

/** What is left to do before the installation can be relied on; nothing once all of it is done. */
export async function SetUpCard() {
  const t = await getTexts();
  const steps = await setUpSteps(await currentActor());
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <Section title={t("home.checklist.title")} lead={t("home.checklist.lead", { left })}>
      <ul className="panel divide-y divide-line">
        {steps.map(({ step, done }) => (
          <li key={step} className="flex items-start gap-x-3 px-4 py-2">
            {done ? (
              <CircleCheck aria-label={t("home.checklist.done")} size={20} className="mt-0.5 shrink-0 text-approved" />
            ) : (
              <Circle aria-label={t("home.checklist.open")} size={20} className="mt-0.5 shrink-0 text-ink-3" />
            )}
            {/* The icon stays beside the words, however narrow they are. */}
            <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 grow basis-56">
                {t(`home.checklist.${step}.name`)}
                {done ? null : <span className="block text-table text-ink-2">{t(`home.checklist.${step}.text`)}</span>}
              </span>
              {done ? null : (
                <LinkButton
                  small
                  href={PLACES[step]()}
                  label={`${t("home.show")}: ${t(`home.checklist.${step}.name`)}`}
                >
                  {t("home.show")}
                </LinkButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ActionForm action={hideSteps} label={t("home.checklist.hide")} className="mt-2">
        <Submit kind="quiet" small>
          {t("home.checklist.hide")}
        </Submit>
      </ActionForm>
    </Section>
  );
}

/** Brings the list back that somebody has put away; nothing while it is there. */
export async function SetUpAgain() {
  const t = await getTexts();
  if (!(await setUpStepsHidden(await currentActor()))) return null;
  return (
    <ActionForm action={showSteps} label={t("home.checklist.again")} className="mt-6">
      <Submit kind="secondary" small style={{ whiteSpace: "normal" }}>
        {t("home.checklist.again")}
      </Submit>
    </ActionForm>
  );
}
