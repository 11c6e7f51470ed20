import { ActionForm } from "@/app/ui/action-form";
import { AddonFields } from "@/app/ui/addon-fields";
import { addonWords } from "@/app/ui/addon-words";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import type { Crumb } from "@/app/ui/path-crumbs";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import type { Addon } from "@/lib/domain/addons/addon";
import type { AddonTarget } from "@/lib/domain/addons/addons";
import { offeredFields } from "@/lib/domain/addons/form-choices";
import { installHere } from "./actions";

/** The settings of an add-on before it is installed. */
export async function InstallPage({
  addon,
  place,
  name,
  crumbs,
  address,
}: {
  addon: Addon;
  place: AddonTarget;
  name: string;
  crumbs: readonly Crumb[];
  address: string;
}) {
  const t = await getTexts();
  const project = "project" in place ? place.project : undefined;
  const projectId = "component" in place ? place.component.projectId : (project?.id ?? null);
  const words = addonWords(t, addon);
  const suggested = "component" in place ? (addon.suggest?.(place.component) ?? {}) : {};
  const fields = await offeredFields(await currentActor(), addon, projectId, suggested);
  const where = "component" in place ? { component: place.component.id } : { project: project?.slug ?? null };
  return (
    <Page
      title={words.name}
      crumbs={[...crumbs, { label: t("common.addons"), href: address }, { label: words.name }]}
      lead={words.description}
      narrow
    >
      <ActionForm
        action={installHere.bind(null, where, addon.id)}
        label={words.name}
        className="panel grid grid-cols-1 gap-4 p-5"
      >
        {fields.length > 0 ? (
          <AddonFields addon={addon.id} fields={fields} values={suggested} />
        ) : (
          <p>{t("addons.noSettings")}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Submit>{t("addons.installOn", { name })}</Submit>
          {addon.preview ? (
            <Submit kind="secondary" name="plan" value="on">
              {t("addons.showPlan")}
            </Submit>
          ) : null}
          <LinkButton href={address} kind="quiet">
            {t("addons.cancel")}
          </LinkButton>
        </div>
      </ActionForm>
    </Page>
  );
}
