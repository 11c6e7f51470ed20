import { Plus } from "lucide-react";
import { addressOf } from "@/lib/domain/components/components";
import { languagesToAskFor, mayAskForLanguages } from "@/lib/domain/creation/asked-languages";
import type { AskedPlace } from "@/lib/domain/translations/language-requests";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { urls } from "@/lib/urls";
import { languageNames } from "./language-names";
import { LinkButton } from "./link-button";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { currentActor } from "./session";

/** Languages of one's own that are asked for by a button each. */
const MOST = 2;

/** Ways to ask for a language: of one's own languages those that lack, else any; nothing for who adds them or may not ask. */
export async function AskLanguageLinks({ place }: { place: AskedPlace }) {
  const t = await getTexts();
  const actor = await currentActor();
  if (!(await mayAskForLanguages(actor, place))) return null;
  const own = (await readUserLanguages(actor.userId)).filter((row) => !row.secondary);
  const lacking = await languagesToAskFor(
    actor,
    place,
    own.map((row) => row.id),
  );
  const page = path(
    place.component
      ? urls.component(addressOf(place.component)).newLanguage
      : urls.project(place.project.slug).newLanguage,
  );
  if (lacking.length === 0)
    return (
      <LinkButton href={page}>
        <Plus aria-hidden size={16} /> {t("languageRequests.ask")}
      </LinkButton>
    );
  const names = languageNames(t);
  return lacking.slice(0, MOST).map((language) => (
    <LinkButton key={language.code} href={`${page}?language=${encodeURIComponent(language.code)}`}>
      <Plus aria-hidden size={16} /> {t("languageRequests.askFor", { language: names.of(language.name) })}
    </LinkButton>
  ));
}
