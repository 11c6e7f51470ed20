import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { PictureField } from "@/app/ui/screenshots/picture-field";
import { Submit } from "@/app/ui/submit";
import { replace } from "./actions";

/** Puts another image in the place of the one that is there. */
export function ReplaceForm({ id }: { id: number }) {
  const t = useTexts();
  return (
    <ActionForm action={replace.bind(null, id)} label={t("shots.replaceImage")} className="panel grid gap-4 p-5">
      <PictureField label={t("shots.image")} name="image" hint={t("shots.imageHint")} />
      <div>
        <Submit kind="secondary">{t("shots.replaceNow")}</Submit>
      </div>
    </ActionForm>
  );
}
