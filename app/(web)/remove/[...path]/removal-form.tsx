import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { placePage } from "@/app/ui/crumbs";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { path } from "@/app/ui/paths";
import { Submit } from "@/app/ui/submit";
import { pathOf } from "@/lib/domain/bulk/plan";
import { removePlace } from "./actions";
import type { Removable } from "./removable";

/** Removal, confirmed by typing the slug. */
export function RemovalForm({ place, name, typed }: { place: Removable; name: string; typed: string }) {
  const t = useTexts();
  return (
    <ActionForm
      action={removePlace.bind(null, pathOf(place).split("/"))}
      className="panel grid gap-4 border-failing p-5"
      label={t("removal.title", { name })}
    >
      <Field
        label={t("componentSettings.confirm.label", { slug: typed })}
        name="confirm"
        autoComplete="off"
        dir="ltr"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Submit kind="danger">{t("componentSettings.removeNamed", { name })}</Submit>
        <LinkButton href={path(placePage(place))}>{t("removal.cancel")}</LinkButton>
      </div>
    </ActionForm>
  );
}
