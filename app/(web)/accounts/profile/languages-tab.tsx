import { ActionForm } from "@/app/ui/action-form";
import { getTexts } from "@/app/ui/page-texts";
import { Submit } from "@/app/ui/submit";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import type { UserRow } from "@/lib/domain/users/users";
import { saveLanguages } from "./actions";
import { LanguagePicker } from "./language-picker";

export async function LanguagesTab({ user }: { user: UserRow }) {
  const t = await getTexts();
  const [all, mine] = await Promise.all([listLanguagesInUse(true), readUserLanguages(user.id)]);
  const languages = all.map(({ code, name, nativeName }) => ({ code, name, nativeName }));
  return (
    <div className="max-w-[720px]">
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
