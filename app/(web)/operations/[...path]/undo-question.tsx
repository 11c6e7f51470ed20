import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { languageLine } from "@/app/ui/language-difference";
import { LinkButton } from "@/app/ui/link-button";
import { Submit } from "@/app/ui/submit";
import type { UndoOutcome, UndoPlan } from "@/lib/domain/undo/undo";
import { undo } from "./actions";

/** Strings that are compared with one another. */
const SHOWN = 10;

/** What an undo would do, and whether to do it. */
export function UndoQuestion({
  component,
  operation,
  plan,
  home,
  settings,
}: {
  component: number;
  operation: string;
  plan: UndoPlan;
  home: string;
  /** Whether components are counted, and no strings. */
  settings: boolean;
}) {
  const t = useTexts();
  // Flags and labels are no texts, and stand in no language.
  const marked = plan.languages.length === 0 ? plan.restored : 0;
  const nothing = plan.languages.length === 0 && marked === 0;
  return (
    <div className="mb-5">
      <Callout tone={nothing ? "info" : "warning"} title={t(nothing ? "operations.nothing" : "operations.question")}>
        <ul className="list-disc ps-5" data-plan>
          {plan.languages.map((language) => (
            <li key={`${language.component}/${language.language}`}>{languageLine(t, language)}</li>
          ))}
          {marked > 0 ? <li>{t(settings ? "operations.components" : "operations.marks", { count: marked })}</li> : null}
        </ul>
        {nothing ? null : (
          <ul className="mt-2 grid gap-1">
            {plan.strings.slice(0, SHOWN).map((string) => (
              <li key={string.unit} dir="auto">
                <span className="text-ink-2">{string.context || string.source}: </span>
                <del>{string.before?.find(Boolean) ?? ""}</del> <ins>{string.after?.find(Boolean) ?? ""}</ins>
              </li>
            ))}
          </ul>
        )}
        <Left outcome={plan} settings={settings} />
        <ActionForm action={undo.bind(null, component, operation)} className="mt-3 flex flex-wrap gap-2">
          {nothing ? null : <Submit>{t("operations.undo")}</Submit>}
          <LinkButton href={home}>{t("operations.cancel")}</LinkButton>
        </ActionForm>
      </Callout>
    </div>
  );
}

/** What an undo has done. */
export function UndoReport({ done, settings }: { done: UndoOutcome; settings: boolean }) {
  const t = useTexts();
  const { restored, returned, removed } = done;
  return (
    <div className="mb-5">
      <Callout tone={done.operation ? "success" : "info"} live>
        {settings
          ? t("operations.doneSettings", { count: restored })
          : t("operations.done", { restored, returned, removed })}
        <Left outcome={done} settings={settings} />
      </Callout>
    </div>
  );
}

const REASONS = {
  changed: "operations.left.changed",
  gone: "operations.left.gone",
  locked: "operations.left.locked",
  "read-only": "operations.left.readOnly",
  forms: "operations.left.forms",
  format: "operations.left.format",
  "not-allowed": "operations.left.notAllowed",
} as const;

/** How many strings stay as they are, by reason. */
function Left({ outcome, settings }: { outcome: UndoOutcome; settings: boolean }) {
  const t = useTexts();
  if (outcome.skipped === 0) return null;
  if (settings) return <p className="mt-2">{t("operations.leftSettings", { count: outcome.skipped })}</p>;
  const reasons = [...new Set(outcome.left.map(({ reason }) => reason))];
  return (
    <div className="mt-2">
      <p>{t("operations.left.count", { count: outcome.skipped })}</p>
      <ul className="list-disc ps-5">
        {reasons.map((reason) => (
          <li key={reason}>{t(REASONS[reason])}</li>
        ))}
      </ul>
    </div>
  );
}
