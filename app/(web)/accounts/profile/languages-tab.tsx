import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { languageChoice, withOwnName } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { ownNameOf } from "@/app/ui/own-name";
import { getTexts } from "@/app/ui/page-texts";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { pageLanguageOf } from "@/lib/domain/users/page-language";
import type { UserRow } from "@/lib/domain/users/users";
import { pageLanguages } from "@/lib/text/messages/catalogue";
import { saveInterfaceLanguage, saveLanguages } from "./actions";
import { LanguagePicker } from "./language-picker";

export async function LanguagesTab({ user, saved }: { user: UserRow; saved: boolean }) {
  const t = await getTexts();
  const [all, mine] = await Promise.all([listedLanguages(t, true), readUserLanguages(user.id)]);
  const offered = pageLanguages().map((value) => ({ value, label: ownNameOf(value) }));
  const languages = all.map((language) => languageChoice(language, { label: withOwnName(language) }));
  return (
    <div className="grid max-w-[720px] gap-8">
      <ActionForm action={saveInterfaceLanguage} className="grid gap-4">
        {saved ? <Callout tone="success">{t("profile.interfaceLanguageSaved")}</Callout> : null}
        <Select
          name="language"
          label={t("profile.interfaceLanguage.label")}
          hint={t("profile.interfaceLanguage.hint")}
          choices={[{ value: "", label: t("profile.browserLanguage") }, ...offered]}
          defaultValue={pageLanguageOf(user) ?? ""}
          className="max-w-[360px]"
        />
        <div>
          <Submit>{t("profile.saveInterfaceLanguage")}</Submit>
        </div>
      </ActionForm>
      <ActionForm action={saveLanguages} className="grid gap-6">
        <LanguagePicker
          name="languages"
          label={t("profile.languages.label")}
          hint={t("profile.languages.hint")}
          languages={languages}
          chosen={mine.filter((row) => !row.secondary).map((row) => row.code)}
        />
        <LanguagePicker
          name="secondary"
          label={t("profile.secondary.label")}
          hint={t("profile.secondary.hint")}
          languages={languages}
          chosen={mine.filter((row) => row.secondary).map((row) => row.code)}
        />
        <div>
          <Submit>{t("profile.saveLanguages")}</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
