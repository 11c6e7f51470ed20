import { can } from "@/lib/domain/access/demand";
import { denialWords } from "@/lib/domain/access/denial-words";
import { addressOf, scopeOf } from "@/lib/domain/components/components";
import type { Denial } from "@/lib/domain/errors";
import { translationAddress } from "@/lib/domain/translations/translations";
import { setAnswerStatus } from "@/lib/platform/answer-status";
import { urls } from "@/lib/urls";
import { AskAccess } from "./ask-access";
import type { ObjectOf } from "./current-object";
import { DenialNote } from "./denial-note";
import { LinkButton } from "./link-button";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { currentActor } from "./session";

/** Why strings of a language are not for the reader to add or to remove, and what would help. */
export async function ManageDenied({ place, denial }: { place: ObjectOf<"translation">; denial: Denial }) {
  const t = await getTexts();
  setAnswerStatus(403);
  const { component } = place;
  const actor = await currentActor();
  const page = path(urls.translation(translationAddress(place.translation)).web);
  return (
    <>
      <DenialNote
        denial={{ ...denial, text: denialWords(t, denial) }}
        back={page}
        signIn={path(urls.signIn(page))}
        agreement={path(urls.component(addressOf(component)).agreementPage)}
      />
      {denial.reason === "missing-permission" ? <AskAccess /> : null}
      {denial.reason === "not-supported" &&
      !component.manageUnits &&
      can(actor, "component.edit", scopeOf(component)) ? (
        <p className="mt-4">
          <LinkButton kind="primary" href={`${path(urls.component(addressOf(component)).settings)}#manage_units`}>
            {t("addString.allow")}
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
