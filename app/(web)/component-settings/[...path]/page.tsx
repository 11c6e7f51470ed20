import { ActionForm } from "@/app/ui/action-form";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { SettingsLayout } from "@/app/ui/settings-layout";
import { SettingField } from "@/app/ui/shared-settings/setting-field";
import { Submit } from "@/app/ui/submit";
import { SETTING_GROUPS, SHARED_SETTINGS, type SharedValues } from "@/lib/domain/components/shared-settings";
import { findSettingsPlan, previewOf } from "@/lib/domain/creation/many-settings";
import { NotFound, Unauthenticated } from "@/lib/domain/errors";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { preview } from "./actions";
import { chosenComponents } from "./chosen";
import { CopyFields } from "./copy-fields";
import { Preview } from "./preview";

export const generateMetadata = titledPlace("manySettings.title");

/** The same settings for many components: which ones, what they are to be, and what that would change. */
export default async function ManySettingsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const { path: segments } = await params;
    const place = await currentObject(segments);
    if (place.kind !== "project" && place.kind !== "category") return leadTo(place);
    const actor = await currentActor();
    if (actor.isAnonymous) throw new Unauthenticated("Sign in to change settings.");
    const slugs = decodedPath(segments);
    const asked = await searchParams;
    const ticked = [asked.component ?? []].flat();
    const kept = one(asked.plan) ? await findSettingsPlan(actor, slugs.join("/"), one(asked.plan)) : undefined;
    const choice = { component: ticked, q: one(asked.q), state: one(asked.state) };
    const ids = kept ? kept.wish.components : await chosenComponents(actor, place, choice);
    // Refuses whoever may change none of them.
    const shown = await previewOf(actor, place, {
      components: ids,
      values: kept?.wish.values ?? {},
      follow: kept?.wish.follow,
    }).catch((error: unknown) => {
      // Where nothing is there is nothing to set: the page of the place says so.
      if (error instanceof NotFound && ids === undefined) return leadTo(place);
      throw error;
    });
    const values: SharedValues = kept?.wish.values ?? {};
    const follow = kept?.wish.follow ?? [];
    const groups = [
      {
        id: "copy",
        title: t("manySettings.copy"),
        lead: t("manySettings.copyLead"),
        children: <CopyFields from={one(asked.copy_from)} />,
      },
      ...SETTING_GROUPS.map((group) => ({
        id: group,
        title: t(`manySettings.group.${group}`),
        children: SHARED_SETTINGS[group].map((name) => (
          <SettingField
            key={name}
            name={name}
            value={values[name]}
            chosen={values[name] !== undefined || follow.includes(name)}
            follows={follow.includes(name)}
          />
        )),
      })),
    ];
    return (
      <Page
        title={t("manySettings.title")}
        crumbs={crumbsBelow(t, place, t("manySettings.title"))}
        lead={t(ids ? "manySettings.leadChosen" : "manySettings.leadAll", { count: shown.components.length })}
      >
        <p className="mb-5 max-w-[80ch] text-table text-ink-2">
          {shown.components
            .slice(0, NAMED)
            .map(({ name }) => name)
            .join(", ")}
          {shown.components.length > NAMED
            ? ` ${t("manySettings.andMore", { count: shown.components.length - NAMED })}`
            : ""}{" "}
          <a
            className="link inline-flex min-h-6 items-center"
            href={
              place.kind === "project" ? path(urls.project(slugs[0] ?? "").tab("components")) : path(urls.page(slugs))
            }
          >
            {t("manySettings.choose")}
          </a>
        </p>
        {kept ? <Preview plan={shown} kept={kept} slugs={slugs} all={one(asked.all) !== ""} /> : null}
        <ActionForm action={preview.bind(null, slugs.join("/"))} label={t("manySettings.title")}>
          {kept || ticked.length > 0 ? (
            (ids ?? []).map((id) => <input key={id} type="hidden" name="component" value={id} />)
          ) : (
            <>
              <input type="hidden" name="q" value={choice.q} />
              <input type="hidden" name="state" value={choice.state} />
            </>
          )}
          <SettingsLayout groups={groups} save={<Submit>{t("manySettings.preview")}</Submit>} />
        </ActionForm>
      </Page>
    );
  });
}

/** Components that are named above the form. */
const NAMED = 12;
