import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { languageNames } from "@/app/ui/language-names";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { componentsWithout } from "@/lib/domain/creation/add-to-project";
import type { LanguageRow } from "@/lib/domain/languages/languages";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { addToTicked } from "./language-actions";

/** Components that lack a language, to be given it at once; nothing for those who may not. */
export async function ComponentsWithout({ project, language }: { project: ProjectRow; language: LanguageRow }) {
  const t = await getTexts();
  const name = languageNames(t).of(language.name);
  const without = await componentsWithout(await currentActor(), project, language);
  if (without.length === 0) return null;
  return (
    <Section title={t("addLanguage.toMany.title", { language: name })} lead={t("addLanguage.lead")}>
      <ActionForm
        action={addToTicked.bind(null, language.code)}
        label={t("addLanguage.toMany.title", { language: name })}
        className="panel grid gap-1 p-4"
      >
        {without.map((component) => (
          <Checkbox
            key={component.id}
            name="component"
            value={String(component.id)}
            label={component.name}
            defaultChecked={!component.isGlossary}
          />
        ))}
        <div className="mt-2">
          <Submit>{t("addLanguage.toMany.add", { language: name })}</Submit>
        </div>
      </ActionForm>
    </Section>
  );
}
