import { addressOf } from "@/lib/domain/components/components";
import { type AskedPlace, answersLanguages, countLanguageRequests } from "@/lib/domain/translations/language-requests";
import { urls } from "@/lib/urls";
import { Callout } from "./callout";
import { LinkButton } from "./link-button";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { currentActor } from "./session";

/** Tells those who add languages that people ask for some here; nothing where nobody does. */
export async function LanguageRequestsNote({ place }: { place: AskedPlace }) {
  const t = await getTexts();
  const actor = await currentActor();
  const count = answersLanguages(actor, place) ? await countLanguageRequests(actor, place) : 0;
  if (count === 0) return null;
  const page = place.component
    ? urls.component(addressOf(place.component)).newLanguage
    : urls.project(place.project.slug).newLanguage;
  return (
    <Callout
      title={t("languageRequests.count", { count })}
      action={
        <LinkButton small href={path(page)} label={`${t("home.show")}: ${t("languageRequests.title")}`}>
          {t("home.show")}
        </LinkButton>
      }
    />
  );
}
