import { useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";

/** In the place of a preview that has been carried out: how many components have changed, and the way to undo it. */
export function SettingsDone({ count, undo }: { count: number; undo: string | undefined }) {
  const t = useTexts();
  return (
    <div id="preview" className="mb-5">
      <Callout
        tone="success"
        live
        title={t("manySettings.done", { count })}
        action={undo === undefined ? null : <LinkButton href={undo}>{t("operations.undo")}</LinkButton>}
      >
        {t("manySettings.doneText")}
      </Callout>
    </div>
  );
}
