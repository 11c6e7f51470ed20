import type { Texts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { Button } from "@/app/ui/button";
import { Callout } from "@/app/ui/callout";
import { errorWords } from "@/app/ui/error-words";
import { Field } from "@/app/ui/field";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { DomainError } from "@/lib/domain/errors";
import type { ManagedPerson } from "@/lib/domain/users/list-people";
import { type Belongings, findMerge } from "@/lib/domain/users/merge-people";
import { urls } from "@/lib/urls";
import { mergeInto, remove } from "../actions";

/** What hangs on an account, as sentences. */
function listed(t: Texts, { changes, suggestions, comments, screenshots, drafts, savedSearches, teams }: Belongings) {
  return [
    t("manage.people.has.changes", { count: changes }),
    t("manage.people.has.suggestions", { count: suggestions }),
    t("manage.people.has.comments", { count: comments }),
    t("manage.people.has.screenshots", { count: screenshots }),
    t("manage.people.has.drafts", { count: drafts }),
    t("manage.people.has.savedSearches", { count: savedSearches }),
    t("manage.people.has.teams", { count: teams.length, names: teams.map((team) => teamName(t, team)).join(", ") }),
  ];
}

/** Merging an account into another one, and removing it: each says first what becomes of the work. */
export async function EndOfAccount({
  person,
  belongings,
  own,
  merges,
  into,
}: {
  person: ManagedPerson;
  belongings: Belongings;
  own: boolean;
  merges: boolean;
  into: string;
}) {
  const t = await getTexts();
  const facts = listed(t, belongings);
  return (
    <>
      {merges && !own ? (
        <Section id="merge" title={t("manage.people.merge.title")} lead={t("manage.people.merge.lead")}>
          <div className="panel grid max-w-[80ch] gap-4 p-4">
            <form className="flex flex-wrap items-end gap-3" action="#merge" aria-label={t("manage.people.merge.look")}>
              <Field
                className="min-w-48 grow sm:max-w-[320px]"
                label={t("manage.people.merge.into")}
                name="into"
                defaultValue={into}
                autoComplete="off"
                required
              />
              <Button>{t("manage.people.merge.look")}</Button>
            </form>
            {into ? <MergePreview person={person} into={into} belongings={belongings} /> : null}
          </div>
        </Section>
      ) : null}
      <Section id="remove" title={t("manage.people.remove.title")} lead={t("manage.people.remove.lead")}>
        <details className="panel max-w-[80ch]">
          <summary className="flex min-h-11 items-center px-4 font-medium">{t("manage.people.remove.open")}</summary>
          <div className="grid gap-3 border-t border-line p-4">
            <p>{t("manage.people.remove.stays")}</p>
            <ul className="list-disc ps-5">
              {facts.slice(0, 4).map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
            <p>{t("manage.people.remove.goes")}</p>
            <ul className="list-disc ps-5">
              {[...facts.slice(4), t("manage.people.has.tokens", { count: belongings.tokens })].map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
            <ActionForm
              action={remove.bind(null, person.username)}
              label={t("manage.people.remove.title")}
              className="grid gap-3"
            >
              <Field
                label={t("manage.people.confirm.label", { user: person.username })}
                name="confirm"
                id="confirm-remove"
                autoComplete="off"
                required
              />
              <div>
                <Submit kind="danger">{t("manage.people.remove.do", { user: person.username })}</Submit>
              </div>
            </ActionForm>
          </div>
        </details>
      </Section>
    </>
  );
}

async function MergePreview({
  person,
  into,
  belongings,
}: {
  person: ManagedPerson;
  into: string;
  belongings: Belongings;
}) {
  const t = await getTexts();
  const found = await findMerge(await currentActor(), person.username, into).catch((error: unknown) => {
    if (error instanceof DomainError) return error;
    throw error;
  });
  if (found instanceof DomainError)
    return (
      <Callout tone="error" live>
        {errorWords(t, found)}
      </Callout>
    );
  const target = found.into.username;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p>
        {t.rich("manage.people.merge.goes", {
          from: person.username,
          into: target,
          link: (text) => (
            <a className="link" href={path(urls.person(target))}>
              {text}
            </a>
          ),
        })}
      </p>
      <ul className="list-disc ps-5">
        {listed(t, belongings).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>{t("manage.people.merge.ends", { tokens: belongings.tokens, from: person.username })}</p>
      <p className="font-medium">{t("manage.people.merge.final")}</p>
      <ActionForm
        action={mergeInto.bind(null, person.username, target)}
        label={t("manage.people.merge.title")}
        className="grid gap-3"
      >
        <Field
          label={t("manage.people.confirm.label", { user: person.username })}
          name="confirm"
          id="confirm-merge"
          autoComplete="off"
          required
        />
        <div>
          <Submit kind="danger">{t("manage.people.merge.do", { from: person.username, into: target })}</Submit>
        </div>
      </ActionForm>
    </div>
  );
}
