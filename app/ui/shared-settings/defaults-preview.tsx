import { ActionForm } from "@/app/ui/action-form";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { addressOf, componentsById } from "@/lib/domain/components/components";
import { SHARED_SETTING_NAMES, type SharedValues } from "@/lib/domain/components/shared-settings";
import { type DefaultsOwner, planDefaults } from "@/lib/domain/creation/change-defaults";
import type { KeptDefaults } from "@/lib/domain/creation/kept-defaults";
import { urls } from "@/lib/urls";
import { ChangedSetting, ChangesTable, LISTED } from "./changes-table";
import { applyDefaultsPlan } from "./defaults-actions";
import { settingText } from "./setting-texts";
import { SettingsDone } from "./settings-done";

/** What a change of defaults would do here and to which component, and the button that does it; behind it, the way back. */
export async function DefaultsPreview({
  owner,
  slugs,
  kept,
  values,
  all,
}: {
  owner: DefaultsOwner;
  slugs: string;
  kept: KeptDefaults;
  /** What is set now. */
  values: SharedValues;
  all: boolean;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  if (kept.operationId !== null) {
    // Some of them may be hidden from whoever looks.
    const [first] = await componentsById(actor, kept.changed.slice(0, LISTED));
    const undo = first && path(urls.component(addressOf(first)).operationsPage);
    return <SettingsDone count={kept.changed.length} undo={undo} />;
  }
  const { components, wish } = await planDefaults(actor, owner, kept.wish);
  const here = path(owner ? urls.below("component-defaults", slugs.split("/")) : urls.siteDefaults());
  const listed = all ? components : components.slice(0, LISTED);
  const touched = SHARED_SETTING_NAMES.filter((name) => wish.set[name] !== undefined || wish.reset.includes(name));
  const label = t("defaults.would", { count: components.length });
  return (
    <section id="preview" aria-labelledby="preview-title" className="mb-6 scroll-mt-20">
      <h2 id="preview-title" className="mb-1 text-h2 font-semibold tracking-tight">
        {label}
      </h2>
      <ul aria-label={t("defaults.changesHere")} className="mb-3 grid gap-1">
        {touched.map((name) => (
          <ChangedSetting
            key={name}
            setting={name}
            old={values[name] === undefined ? t("defaults.absent") : settingText(t, name, values[name])}
            next={wish.set[name] === undefined ? t("defaults.absent") : settingText(t, name, wish.set[name])}
          />
        ))}
      </ul>
      {listed.length > 0 ? (
        <ChangesTable label={label} rows={owner ? listed.map(({ projectSlug: _, ...row }) => row) : listed} />
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <ActionForm
          action={applyDefaultsPlan.bind(null, slugs, kept.id)}
          label={t("defaults.apply", { count: components.length })}
        >
          <Submit>{t("defaults.apply", { count: components.length })}</Submit>
        </ActionForm>
        {listed.length < components.length ? (
          <a className="link inline-flex min-h-6 items-center" href={`${here}?plan=${kept.id}&all=1#preview`}>
            {t("manySettings.showAll", { count: components.length })}
          </a>
        ) : null}
      </div>
    </section>
  );
}
