import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { ScreenshotRow } from "@/lib/domain/screenshots/screenshots";
import { forgetText } from "./actions";

/** What was read in the image, which language models are told of, and the way to take it away. */
export function FoundText({ row, edits }: { row: ScreenshotRow; edits: boolean }) {
  const t = useTexts();
  if (row.foundText === "") return null;
  return (
    <Section title={t("shots.foundText")} lead={t("shots.foundTextLead")}>
      <pre
        dir="auto"
        className="panel max-h-72 overflow-auto p-4 font-string text-table break-words whitespace-pre-wrap"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys as well
        tabIndex={0}
      >
        {row.foundText}
      </pre>
      {edits ? (
        <ActionForm action={forgetText.bind(null, row.id)} label={t("shots.forgetText")} className="mt-3">
          <Submit kind="secondary">{t("shots.forgetText")}</Submit>
        </ActionForm>
      ) : null}
    </Section>
  );
}
