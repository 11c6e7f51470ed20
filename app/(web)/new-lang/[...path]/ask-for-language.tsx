import { ActionForm } from "@/app/ui/action-form";
import { languageChoice, languageNames, withOwnName } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { getTexts } from "@/app/ui/page-texts";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { languagesToAskFor } from "@/lib/domain/creation/asked-languages";
import { type AskedPlace, ownLanguageRequests } from "@/lib/domain/translations/language-requests";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { askLanguage, takeLanguageBack } from "./request-actions";

/** What the reader has asked for here, and a form that asks those who add languages for another one. */
export async function AskForLanguage({ place, language }: { place: AskedPlace; language: string }) {
  const t = await getTexts();
  const names = languageNames(t);
  const actor = await currentActor();
  const [all, asked, mine] = await Promise.all([
    listedLanguages(t, true),
    ownLanguageRequests(actor, place),
    readUserLanguages(actor.userId),
  ]);
  const lacking = new Set(
    (
      await languagesToAskFor(
        actor,
        place,
        all.map((row) => row.id),
      )
    ).map((row) => row.code),
  );
  for (const { code } of asked) lacking.delete(code);
  const choices = all.filter((row) => lacking.has(row.code));
  const own = mine.find((row) => !row.secondary && lacking.has(row.code))?.code;
  const ids = { project: place.project.slug, component: place.component?.id };
  return (
    <>
      {asked.length > 0 ? (
        <Section title={t("languageRequests.yours")}>
          <ul className="panel divide-y divide-line">
            {asked.map((row) => (
              <li key={row.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
                <div className="min-w-0 grow basis-56">
                  <p className="font-semibold">{names.of(row.name)}</p>
                  {row.declinedAt ? (
                    <>
                      <p className="text-ink-2">
                        {t("languageRequests.declined")} <RelativeTime at={row.declinedAt} />
                      </p>
                      <p className="break-words">
                        <bdi>{row.reason}</bdi>
                      </p>
                    </>
                  ) : (
                    <p className="text-ink-2">{t("languageRequests.waits")}</p>
                  )}
                </div>
                {row.declinedAt ? null : (
                  <ActionForm
                    action={takeLanguageBack.bind(null, ids, row.id)}
                    label={t("languageRequests.takeBack", { language: names.of(row.name) })}
                  >
                    <Submit
                      kind="secondary"
                      small
                      aria-label={t("languageRequests.takeBack", { language: names.of(row.name) })}
                    >
                      {t("askAccess.takeBack")}
                    </Submit>
                  </ActionForm>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <ActionForm
        action={askLanguage.bind(null, ids)}
        label={t("languageRequests.ask")}
        className="panel grid gap-4 p-5"
      >
        <Select
          label={t("common.language")}
          name="language_code"
          choices={[
            { value: "", label: t("addLanguage.choose") },
            ...choices.map((row) => languageChoice(row, { label: withOwnName(row) })),
          ]}
          defaultValue={lacking.has(language) ? language : (own ?? "")}
          required
        />
        <TextArea
          label={t("languageRequests.message")}
          name="message"
          hint={t("languageRequests.messageHint")}
          aside={t("common.optional")}
          maxLength={500}
          rows={3}
        />
        <div>
          <Submit>{t("languageRequests.ask")}</Submit>
        </div>
      </ActionForm>
    </>
  );
}
