import { ActionForm } from "@/app/ui/action-form";
import { Submit } from "@/app/ui/submit";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import type { UserRow } from "@/lib/domain/users/users";
import { saveLanguages } from "./actions";
import { LanguagePicker } from "./language-picker";

export async function LanguagesTab({ user }: { user: UserRow }) {
  const [all, mine] = await Promise.all([listLanguagesInUse(true), readUserLanguages(user.id)]);
  const languages = all.map(({ code, name, nativeName }) => ({ code, name, nativeName }));
  return (
    <div className="max-w-[720px]">
      <ActionForm action={saveLanguages} className="grid gap-6">
        <LanguagePicker
          name="languages"
          label="Languages I translate into"
          hint="The dashboard shows what there is to do in them."
          languages={languages}
          chosen={mine.filter((row) => !row.secondary).map((row) => row.code)}
        />
        <LanguagePicker
          name="secondary"
          label="Languages I read beside the source"
          hint="Shown in the editor as a second opinion."
          languages={languages}
          chosen={mine.filter((row) => row.secondary).map((row) => row.code)}
        />
        <div>
          <Submit>Save the languages</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
