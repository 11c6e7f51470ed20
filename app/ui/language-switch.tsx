import { Languages } from "lucide-react";
import { directionOf, pageLanguages } from "@/lib/text/messages/catalogue";
import { ActionForm } from "./action-form";
import { ownNameOf } from "./own-name";
import { currentLanguage, getTexts } from "./page-texts";
import { currentActor } from "./session";
import { setLanguage } from "./set-language";

/** The languages of the pages, each by its own name; a plain form. */
export async function LanguageSwitch() {
  const offered = pageLanguages();
  // The choice would be kept with an account, and nothing is while somebody looks through other eyes.
  if (offered.length < 2 || (await currentActor()).viewing) return null;
  const t = await getTexts();
  const current = await currentLanguage();
  return (
    <ActionForm action={setLanguage} label={t("frame.languageLabel")} className="flex flex-wrap gap-x-4">
      <Languages aria-hidden size={16} className="self-center text-ink-2" />
      {offered.map((language) => (
        <button
          key={language}
          type="submit"
          name="language"
          value={language}
          lang={language}
          dir={directionOf(language)}
          aria-pressed={language === current}
          className="foot-link"
        >
          {ownNameOf(language)}
        </button>
      ))}
    </ActionForm>
  );
}
