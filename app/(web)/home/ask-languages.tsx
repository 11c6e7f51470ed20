import { headers } from "next/headers";
import { ActionForm } from "@/app/ui/action-form";
import { languageChoice, withOwnName } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { getTexts } from "@/app/ui/page-texts";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { saveLanguages } from "../accounts/profile/actions";

/** The one question of the first visit; the browser's languages are its guess. */
export async function AskLanguages() {
  const t = await getTexts();
  const all = await listedLanguages(t, true);
  const codes = new Set(all.map((row) => row.code));
  const wanted = ((await headers()).get("accept-language") ?? "")
    .slice(0, 200)
    .split(",")
    .map((entry) => (entry.split(";")[0] ?? "").trim().replaceAll("-", "_"))
    .flatMap((tag) => [tag, tag.split("_")[0] ?? ""])
    .filter((tag) => codes.has(tag) && tag !== "en" && !tag.startsWith("en_"));
  const guesses = [...new Set(wanted)].slice(0, 2);
  const choices = [{ value: "", label: "–" }, ...all.map((row) => languageChoice(row, { label: withOwnName(row) }))];
  return (
    <section className="panel mb-8 p-5">
      <h2 className="text-h2 font-semibold">{t("home.askLanguages")}</h2>
      <p className="mb-4 text-ink-2">{t("home.askLanguagesText")}</p>
      <ActionForm action={saveLanguages} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        {[0, 1].map((index) => (
          <Select
            key={index}
            id={`language-${index}`}
            name="languages"
            label={index === 0 ? t("common.language") : t("home.anotherLanguage")}
            aside={index === 0 ? undefined : t("common.optional")}
            choices={choices}
            defaultValue={guesses[index] ?? ""}
            keepOwn
          />
        ))}
        <Submit>{t("home.showMyWork")}</Submit>
      </ActionForm>
    </section>
  );
}
