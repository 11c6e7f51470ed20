import { ActionForm } from "@/app/ui/action-form";
import { componentCrumbs } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { languageChoice, withOwnName } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { scopeOf } from "@/lib/domain/components/components";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { listTranslations } from "@/lib/domain/translations/translations";
import { addLanguages } from "./actions";

export const generateMetadata = titledPlace("addLanguage.pageTitle");

/** Adding languages to a component, or asking for them. */
export default async function NewLanguagePage({ params }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "component") return leadTo(place);
    const { component } = place;
    const actor = await currentActor();
    demand(actor, "translation.add", scopeOf(component));
    const [all, present, mine] = await Promise.all([
      listedLanguages(t, true),
      listTranslations(actor, { component }, { limit: 2000, offset: 0 }),
      readUserLanguages(actor.userId),
    ]);
    const there = new Set(present.rows.map((row) => row.language.code));
    const own = new Set(mine.filter((row) => !row.secondary).map((row) => row.code));
    const missing = all.filter((language) => !there.has(language.code));
    const ordered = [...missing.filter((row) => own.has(row.code)), ...missing.filter((row) => !own.has(row.code))];
    const choices = [
      { value: "", label: t("addLanguage.choose") },
      ...ordered.map((row) => {
        const label = withOwnName(row);
        return languageChoice(row, {
          label: own.has(row.code) ? t("addLanguage.ownLanguage", { language: label }) : label,
        });
      }),
    ];
    return (
      <Page
        title={t("addLanguage.title", { component: component.name })}
        crumbs={[...componentCrumbs(t, component), { label: t("addLanguage.pageTitle") }]}
        lead={t("addLanguage.lead")}
        narrow
      >
        <ActionForm action={addLanguages.bind(null, component.id)} className="panel grid gap-4 p-5">
          <Select
            label={t("common.language")}
            name="language_code"
            choices={choices}
            defaultValue={ordered.find((row) => own.has(row.code))?.code ?? ""}
            required
          />
          <Select
            id="language-second"
            label={t("addLanguage.another")}
            name="language_code"
            choices={choices}
            defaultValue=""
            aside={t("common.optional")}
            keepOwn
          />
          <div>
            <Submit>{t("addLanguage.add")}</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
