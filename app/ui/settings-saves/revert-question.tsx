import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import type { FormAction } from "@/app/ui/form-state";
import { LinkButton } from "@/app/ui/link-button";
import { Submit } from "@/app/ui/submit";
import { wirePath } from "@/lib/api/wire-names";
import type { RevertField, RevertPlan } from "@/lib/domain/undo/revert-settings";
import { FieldChange } from "./field-change";
import { fieldLabel, fieldValue } from "./field-texts";
import { topicText } from "./save-list";

/** Characters of a former value that are told in a sentence. */
const MOST_TOLD = 120;

/** Why a field is not simply put back; undefined where it is. */
function stateText(t: Texts, name: string, { state, after }: RevertField): string | undefined {
  const { text } = fieldValue(t, name, after);
  const value = text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text;
  if (state === "changed") return t("settingsSaves.state.changed", { value });
  if (state === "same") return t("settingsSaves.state.same");
  if (state === "gone") return t("settingsSaves.state.gone");
  return state === "masked" ? t("settingsSaves.state.masked") : undefined;
}

/** What putting a save back would do, field by field, and whether to do it. */
export function RevertQuestion({ plan, home, action }: { plan: RevertPlan; home: string; action: FormAction }) {
  const t = useTexts();
  const possible = plan.fields.filter(({ state }) => state === "ready" || state === "changed");
  const nothing = possible.length === 0;
  const topic = topicText(t, plan.save);
  return (
    <section id="revert" aria-labelledby="revert-title" className="panel mb-6 scroll-mt-20 p-5">
      <h2 id="revert-title" className="text-h2 font-semibold tracking-tight">
        {t(nothing ? "settingsSaves.nothing" : "settingsSaves.question")}
      </h2>
      {topic ? <p className="mt-1 font-medium">{topic}</p> : null}
      <ActionForm action={action} label={t("settingsSaves.question")} className="mt-3">
        <ul className="grid gap-2" data-plan>
          {plan.fields.map((field) => (
            <li key={field.name} id={wirePath(field.name)} className="min-w-0 break-words">
              <Field plan={plan} field={field} />
            </li>
          ))}
        </ul>
        {plan.save.topic === "team" && plan.save.before.exists === true && !nothing ? (
          <p className="mt-3">{t("settingsSaves.teamAgain")}</p>
        ) : null}
        {plan.components ? <p className="mt-3">{t("settingsSaves.components", { count: plan.components })}</p> : null}
        {possible.some(({ state }) => state === "changed") ? (
          <div className="mt-3">
            <Callout tone="warning">
              {t(plan.whole ? "settingsSaves.changedWhole" : "settingsSaves.changedSince")}
            </Callout>
          </div>
        ) : null}
        <div className="mt-4 flex flex-wrap gap-3">
          {nothing ? null : <Submit>{t("settingsSaves.apply")}</Submit>}
          <LinkButton href={home}>{t("settingsSaves.cancel")}</LinkButton>
        </div>
      </ActionForm>
    </section>
  );
}

function Field({ plan: { save, whole }, field }: { plan: RevertPlan; field: RevertField }) {
  const t = useTexts();
  const { name, state, now, before, ceases } = field;
  const label = fieldLabel(t, save, name);
  const notes = [stateText(t, name, field), ...(ceases && state !== "masked" ? [t("settingsSaves.ceases")] : [])]
    .filter(Boolean)
    .join(" ");
  const words =
    state !== "ready" && state !== "changed" ? null : (
      <FieldChange name={name} before={now} after={before} masked={false} />
    );
  if (whole || !words)
    return (
      <div className={words ? undefined : "text-ink-2"}>
        {label}
        {words ? <>: {words}</> : null}
        {notes ? <p className="max-w-[72ch] text-table text-ink-2">{notes}</p> : null}
      </div>
    );
  return (
    <>
      <Checkbox
        name="field"
        value={name}
        id={`put-back-${name}`}
        label={label}
        hint={notes || undefined}
        defaultChecked={state === "ready"}
      />
      <p className="ms-8">{words}</p>
    </>
  );
}
