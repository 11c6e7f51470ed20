import { useLanguage, useTexts } from "#texts";
import { ActionForm } from "./action-form";
import { replay } from "./replay-actions";
import { Submit } from "./submit";

/** Handles a notification of a code host again. */
export function ReplayForm({
  receipt,
  component,
}: {
  receipt: { id: number; at: Date; repository: string };
  /** Whose card it stands on; none on the page of all. */
  component?: number;
}) {
  const t = useTexts();
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  }).format(receipt.at);
  const label = t("manage.hooks.replayOf", { number: String(receipt.id), repository: receipt.repository, time });
  return (
    <ActionForm action={replay.bind(null, component)} label={label} className="mt-1">
      <input type="hidden" name="id" value={receipt.id} />
      <Submit kind="secondary" small aria-label={label}>
        {t("manage.hooks.replay")}
      </Submit>
    </ActionForm>
  );
}
