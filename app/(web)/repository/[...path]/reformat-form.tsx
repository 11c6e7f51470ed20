import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Code } from "@/app/ui/code";
import { paramLabel } from "@/app/ui/format-param-words";
import { LinkButton } from "@/app/ui/link-button";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { Actor } from "@/lib/domain/access/actor";
import { denial } from "@/lib/domain/access/demand";
import { denialWords } from "@/lib/domain/access/denial-words";
import { type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import type { RepositoryPlan } from "@/lib/domain/integrate/plan";
import { reformatOutlook } from "@/lib/domain/integrate/reformat";
import { refusal, sayRefusal } from "@/lib/text/messages/refusal";
import { previewReformat, reformat } from "./actions";
import { PlanView } from "./plan-view";

/** Whole files in the shape of the component's parameters: what will act is said before it is done. */
export function ReformatForm({
  component,
  actor,
  asked,
  plan,
}: {
  component: ComponentRow;
  actor: Actor;
  asked: boolean;
  plan?: RepositoryPlan;
}) {
  const t = useTexts();
  const outlook = reformatOutlook(component);
  const denied = denial(actor, "component.edit", scopeOf(component));
  const off = denied ? denialWords(t, denied) : "why" in outlook ? whyOff(t, outlook) : undefined;
  return (
    <Section title={t("repository.reformatTitle")} id="reformat">
      <p className="mb-3 text-table text-ink-2">
        {off === undefined ? (
          t.rich("repository.reformatAbout", {
            component: component.name,
            params: () =>
              outlook.acting.map((name, index) => (
                <span key={name}>
                  {index === 0 ? null : ", "}
                  <Code>{`${name}: ${String(component.fileFormatParams[name])}`}</Code>
                </span>
              )),
          })
        ) : (
          <span id="off-reformat">{off}</span>
        )}
      </p>
      {asked && off === undefined ? (
        <Callout tone="warning" title={t("repository.confirmDeed", { deed: t("repository.reformatFiles") })}>
          {plan ? <PlanView plan={plan} /> : null}
          <ActionForm
            action={reformat.bind(null, component.id)}
            label={t("repository.reformatTitle")}
            className="mt-3 flex flex-wrap gap-2"
          >
            <Submit kind="primary">{t("repository.reformatFiles")}</Submit>
            <LinkButton href="?">{t("repository.cancel")}</LinkButton>
          </ActionForm>
        </Callout>
      ) : (
        <ActionForm action={previewReformat.bind(null, component.id)} label={t("repository.reformatTitle")}>
          <Submit kind="secondary" disabled={off !== undefined} aria-describedby={off ? "off-reformat" : undefined}>
            {t("repository.openDeed", { deed: t("repository.reformatFiles") })}
          </Submit>
        </ActionForm>
      )}
    </Section>
  );
}

/** Why nothing would act, with the parameters by their labels on the settings page. */
function whyOff(t: Texts, { why, unset }: Extract<ReturnType<typeof reformatOutlook>, { why: unknown }>): string {
  if (unset.length === 0) return sayRefusal(t, why);
  return sayRefusal(t, refusal("layoutUnset", { params: unset.map((name) => paramLabel(t, name)).join(", ") }));
}
