import { ActionForm } from "@/app/ui/action-form";
import { AskFirst } from "@/app/ui/ask-first";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { KeyPager } from "@/app/ui/key-pager";
import { languageNames } from "@/app/ui/language-names";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { addressOf } from "@/lib/domain/components/components";
import {
  type AskedPlace,
  type LanguageRequestRow,
  listLanguageRequests,
} from "@/lib/domain/translations/language-requests";
import { urls } from "@/lib/urls";
import { addAsked, declineLanguage } from "./request-actions";

const SIZE = 25;
/** Buttons of the cards belong to the one form above them, which stays to tell what was done. */
const FORM = "add-asked";

/** Names of languages and components take several lines on a phone. */
const WRAPPED = { whiteSpace: "normal", overflowWrap: "anywhere", height: "auto" } as const;

/** Languages that people ask for, each to be added in one press or declined. Of a component only where there are some. */
export async function LanguageRequests({ place, after }: { place: AskedPlace; after: string }) {
  const t = await getTexts();
  const from = /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined;
  const { rows, next } = await listLanguageRequests(await currentActor(), place, { after: from, limit: SIZE });
  const here = place.component
    ? urls.component(addressOf(place.component)).newLanguage
    : urls.project(place.project.slug).newLanguage;
  const ids = { project: place.project.slug, component: place.component?.id };
  const list = (
    <>
      {rows.length === 0 ? (
        <EmptyState title={t("access.noRequests")}>{t("languageRequests.noneText")}</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map((row) => (
            <Card key={row.id} row={row} place={place} />
          ))}
        </ul>
      )}
      <KeyPager next={next ? `${path(here)}?after=${next}` : undefined} first={from ? path(here) : undefined} />
    </>
  );
  // Its place does not change with what is listed, so that it still tells what was done to the last one.
  return (
    <>
      <ActionForm id={FORM} action={addAsked.bind(null, ids)} label={t("languageRequests.title")}>
        {null}
      </ActionForm>
      {place.component ? (
        rows.length === 0 && from === undefined ? null : (
          <Section title={t("languageRequests.title")}>{list}</Section>
        )
      ) : (
        list
      )}
    </>
  );
}

async function Card({ row, place }: { row: LanguageRequestRow; place: AskedPlace }) {
  const t = await getTexts();
  const language = languageNames(t).of(row.languageName);
  const name = row.componentName ?? place.project.name;
  // On the page of a project the list stands below the title of the page itself.
  const Heading = place.component ? "h3" : "h2";
  const more = row.people - row.askers.length;
  const declines = t("languageRequests.declineOf", { language, place: name });
  return (
    <li className="panel grid min-w-0 gap-3 p-4">
      <div>
        <Heading className="font-semibold">
          {language}{" "}
          {row.componentName && row.componentSlug && !place.component ? (
            <a
              className="link font-normal"
              href={path(
                urls.component({
                  projectSlug: place.project.slug,
                  categoryPath: row.categoryPath ?? "",
                  componentSlug: row.componentSlug,
                }).web,
              )}
            >
              <bdi>{row.componentName}</bdi>
            </a>
          ) : null}
          {row.componentId === null ? (
            <span className="font-normal text-ink-2">{t("languageRequests.wholeProject")}</span>
          ) : null}
        </Heading>
        <ul className="mt-1 grid gap-2">
          {row.askers.map((asker) => (
            <li key={asker.username}>
              <a className="name-link" href={path(urls.user(asker.username).web)}>
                <bdi>{asker.fullName || asker.username}</bdi>
              </a>{" "}
              <span className="text-table text-ink-2">
                <RelativeTime at={asker.createdAt} />
              </span>
              {asker.message ? (
                <p className="max-w-[72ch] break-words whitespace-pre-line">
                  <bdi>{asker.message}</bdi>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
        {more > 0 ? <p className="text-table text-ink-2">{t("languageRequests.more", { count: more })}</p> : null}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        {row.componentId === null ? null : (
          <Submit form={FORM} name="add" value={row.id} style={WRAPPED}>
            {t("languageRequests.addTo", { language, component: name })}
          </Submit>
        )}
        <Submit
          form={FORM}
          name="add_everywhere"
          value={row.id}
          kind={row.componentId === null ? "primary" : "secondary"}
          style={WRAPPED}
        >
          {t("languageRequests.addEverywhere", { language })}
        </Submit>
        <AskFirst
          action={declineLanguage.bind(null, { project: place.project.slug, component: place.component?.id }, row.id)}
          open={t("access.decline")}
          label={declines}
          question={t("languageRequests.declineAsk")}
        >
          <Field id={`reason-${row.id}`} name="reason" label={t("languageRequests.reason")} maxLength={500} required />
        </AskFirst>
      </div>
    </li>
  );
}
