import { denialWords } from "@/lib/domain/access/denial-words";
import { addressOf } from "@/lib/domain/components/components";
import type { Denial } from "@/lib/domain/errors";
import { translationAddress } from "@/lib/domain/translations/translations";
import { setAnswerStatus } from "@/lib/platform/answer-status";
import { urls } from "@/lib/urls";
import { AskAccess } from "./ask-access";
import type { ObjectOf } from "./current-object";
import { DenialNote } from "./denial-note";
import { getTexts } from "./page-texts";
import { path } from "./paths";

/** Why strings of a language are not for the reader to add or to remove, and what would help. */
export async function ManageDenied({ place, denial }: { place: ObjectOf<"translation">; denial: Denial }) {
  const t = await getTexts();
  setAnswerStatus(403);
  const page = path(urls.translation(translationAddress(place.translation)).web);
  return (
    <>
      <DenialNote
        denial={{ ...denial, text: denialWords(t, denial) }}
        back={page}
        signIn={path(urls.signIn(page))}
        agreement={path(urls.component(addressOf(place.component)).agreementPage)}
      />
      {denial.reason === "missing-permission" ? <AskAccess /> : null}
    </>
  );
}
