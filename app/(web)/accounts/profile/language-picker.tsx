import { useTexts } from "#texts";
import { type Choice, Select } from "@/app/ui/select";

/** One choice for each language chosen, and two more for new ones; works without script. */
export function LanguagePicker({
  name,
  label,
  hint,
  languages,
  chosen,
}: {
  name: string;
  label: string;
  hint: string;
  languages: readonly Choice[];
  chosen: readonly string[];
}) {
  const t = useTexts();
  const choices = [{ value: "", label: "–" }, ...languages];
  const slots = [...chosen, "", ""];
  return (
    <fieldset>
      <legend className="text-h2 font-semibold">{label}</legend>
      <p className="mb-3 text-table text-ink-2">{hint}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {slots.map((code, index) => (
          <Select
            key={`${code}-${chosen.length}-${index < chosen.length ? "" : index}`}
            id={`${name}-${index}`}
            name={name}
            label={
              index < chosen.length
                ? t("profile.languageNumber", { number: index + 1 })
                : index === chosen.length
                  ? t("profile.addLanguage")
                  : t("profile.anotherLanguage")
            }
            choices={choices}
            defaultValue={code}
            keepOwn
          />
        ))}
      </div>
    </fieldset>
  );
}
