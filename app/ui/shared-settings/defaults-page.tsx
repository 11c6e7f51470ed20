import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import type { Crumb } from "@/app/ui/path-crumbs";
import { currentActor } from "@/app/ui/session";
import { SettingsLayout } from "@/app/ui/settings-layout";
import { Submit } from "@/app/ui/submit";
import { SETTING_GROUPS, SHARED_SETTINGS, type SharedValues } from "@/lib/domain/components/shared-settings";
import { type DefaultsOwner, readDefaults } from "@/lib/domain/creation/change-defaults";
import { placeNames } from "@/lib/domain/creation/inheritance";
import { findDefaultsPlan, wholeDefaults } from "@/lib/domain/creation/kept-defaults";
import { marksOf } from "@/lib/domain/stale";
import { previewDefaults } from "./defaults-actions";
import { DefaultsPreview } from "./defaults-preview";
import { notSetText } from "./place-text";
import { DefaultField } from "./setting-field";
import { settingText } from "./setting-texts";

/** What components of a place follow: what is set there, and what a change of it would do. */
export async function DefaultsPage({
  owner,
  slugs,
  crumbs,
  asked,
}: {
  owner: DefaultsOwner;
  /** Those of the project or category, joined by "/"; nothing for the installation. */
  slugs: string;
  crumbs?: readonly Crumb[];
  /** Parameters of the page. */
  asked: { plan: string; saved: string; all: string };
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const { values, above, followers } = await readDefaults(actor, owner);
  const kept = asked.plan ? await findDefaultsPlan(actor, slugs, asked.plan) : undefined;
  const nameOf = await placeNames(
    owner?.project ?? { slug: "", name: "" },
    Object.values(above).map(({ from }) => from),
  );
  // What is looked at stands in the form, too, until it is done.
  const wish = kept?.operationId === null ? kept.wish : { set: {}, reset: [] };
  const shown: SharedValues = { ...values, ...wish.set };
  const groups = SETTING_GROUPS.map((group) => ({
    id: group,
    title: t(`manySettings.group.${group}`),
    children: SHARED_SETTINGS[group].map((name) => (
      <DefaultField
        key={name}
        name={name}
        value={shown[name] ?? above[name].value}
        isSet={shown[name] !== undefined && !wish.reset.includes(name)}
        otherwise={notSetText(t, nameOf(above[name].from), settingText(t, name, above[name].value))}
        followers={followers.get(name) ?? 0}
      />
    )),
  }));
  return (
    <Page title={t("defaults.title")} crumbs={crumbs} lead={t("defaults.lead")}>
      {asked.saved ? (
        <div id="preview" className="mb-5">
          <Callout tone="success" live>
            {t("defaults.saved")}
          </Callout>
        </div>
      ) : null}
      {kept ? <DefaultsPreview owner={owner} slugs={slugs} kept={kept} values={values} all={asked.all !== ""} /> : null}
      <ActionForm
        action={previewDefaults.bind(null, slugs, marksOf(wholeDefaults(values)))}
        label={t("defaults.title")}
      >
        <SettingsLayout groups={groups} save={<Submit>{t("manySettings.preview")}</Submit>} />
      </ActionForm>
    </Page>
  );
}
