import { languageChoice } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { getTexts } from "@/app/ui/page-texts";
import { Select } from "@/app/ui/select";
import { Setting } from "@/app/ui/settings/setting";

/** Chooses the language that is shown beside the source. @param none what it means to choose none */
export async function SecondaryLanguage({ id, none }: { id: number | null; none: string }) {
  const t = await getTexts();
  const languages = (await listedLanguages(t, true)).map((language) =>
    languageChoice(language, { value: String(language.id), label: `${language.name} (${language.code})` }),
  );
  return (
    <Setting name="secondary_language">
      <Select
        label={t("projectSettings.secondaryLanguage.label")}
        name="secondary_language"
        choices={[{ value: "", label: none }, ...languages]}
        defaultValue={String(id ?? "")}
        hint={t("projectSettings.secondaryLanguage.hint")}
      />
    </Setting>
  );
}
