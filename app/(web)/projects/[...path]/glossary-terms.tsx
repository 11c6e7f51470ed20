import { Ban, Lock } from "lucide-react";
import { Button } from "@/app/ui/button";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { KeyPager } from "@/app/ui/key-pager";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { one } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path, thisPage } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { StateMark } from "@/app/ui/state-mark";
import { STATE_NAMES, stateOf } from "@/app/ui/states";
import { Table } from "@/app/ui/table";
import { UnitText } from "@/app/ui/unit-text";
import type { Actor } from "@/lib/domain/access/actor";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import { type ListedTerm, listGlossaryTerms } from "@/lib/domain/glossary/term-table";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { listTranslations, type TranslationRow } from "@/lib/domain/translations/translations";
import { mayManage } from "@/lib/domain/units/manage-units";
import { urls } from "@/lib/urls";

/** Terms on a page, and languages beside them. */
const SIZE = 50;
const MOST_LANGUAGES = 3;

/** What the address asks of the terms. */
export interface AskedTerms {
  term: string;
  /** Code of the one language to show. */
  in: string;
  after?: number;
}

/** What the address of a glossary asks of its terms; what makes no sense counts for nothing. */
export function readTerms({ term, in: code, after }: Record<string, string | string[] | undefined>): AskedTerms {
  const last = /^\d{1,15}$/.test(one(after)) ? Number(one(after)) : undefined;
  return { term: one(term).trim().slice(0, 200), in: one(code), after: last };
}

/** The terms of a glossary as a table: in the reader's languages, in a chosen one, or in the first ones. */
export async function GlossaryTerms({
  component,
  actor,
  asked,
}: {
  component: ComponentRow;
  actor: Actor;
  asked: AskedTerms;
}) {
  const t = await getTexts();
  const names = languageNames(t);
  const [all, mine] = await Promise.all([
    listTranslations(actor, { component }, { limit: 1000, offset: 0 }),
    actor.isAnonymous ? [] : readUserLanguages(actor.userId),
  ]);
  const languages = all.rows.filter((row) => !row.isSource);
  const shown = shownOf(languages, asked.in, new Set(mine.filter((one) => !one.secondary).map((one) => one.code)));
  const { rows, more } = await listGlossaryTerms(component, {
    languageIds: shown.map((row) => row.languageId),
    words: asked.term,
    after: asked.after,
    limit: SIZE,
  });
  const query = { term: asked.term || undefined, in: asked.in || undefined };
  const source = { ...addressOf(component), languageCode: component.sourceLanguage.code };
  if (rows.length === 0 && asked.term === "" && asked.after === undefined)
    return (
      <EmptyState
        title={t("terms.none")}
        action={
          mayManage(actor, component, "add") ? (
            <LinkButton href={path(urls.translation(source).addString)}>{t("editor.term.add")}</LinkButton>
          ) : undefined
        }
      >
        {t("terms.noneText")}
      </EmptyState>
    );
  return (
    <Section title={t("terms.title")} id="terms">
      <form className="mb-4 flex flex-wrap items-end gap-3" aria-label={t("terms.find")} action="#terms">
        <Field
          className="min-w-48 grow sm:max-w-[320px]"
          label={t("terms.find")}
          name="term"
          type="search"
          defaultValue={asked.term}
        />
        <Select
          label={t("common.language")}
          name="in"
          defaultValue={asked.in}
          choices={[
            { value: "", label: t(mine.length > 0 ? "terms.mine" : "terms.several") },
            ...languages.map((row) => ({ value: row.languageCode, label: names.of(row.language.name) })),
          ]}
        />
        <Button>{t("form.find")}</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState title={t("form.noMatch")} action={<LinkButton href={thisPage({})}>{t("terms.all")}</LinkButton>} />
      ) : (
        <Table
          label={t("terms.title")}
          columns={[
            { label: t("terms.term") },
            ...shown.map((row) => ({ label: names.of(row.language.name) })),
            { label: t("terms.explanation"), wide: true },
          ]}
        >
          {rows.map((row) => (
            <tr key={row.sourceId}>
              <Cell head className="break-words">
                <a href={path(urls.unitPage(source, row.checksum))} className="name-link">
                  <UnitText text={row.term} lang={component.sourceLanguage.code} small />
                </a>
                <Uses row={row} />
              </Cell>
              {shown.map((language) => (
                <Cell key={language.id} className="break-words">
                  <Translation row={row} language={language} component={component} />
                </Cell>
              ))}
              <Cell wide className="max-w-[40ch] text-ink-2 break-words">
                {row.explanation}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <KeyPager
        next={more ? `${thisPage({ ...query, after: String(rows.at(-1)?.sourceId) })}#terms` : undefined}
        first={asked.after === undefined ? undefined : `${thisPage(query)}#terms`}
      />
    </Section>
  );
}

/** The chosen language; else those of the reader; else the first ones. */
function shownOf(languages: readonly TranslationRow[], chosen: string, mine: ReadonlySet<string>): TranslationRow[] {
  const one = languages.filter((row) => row.languageCode === chosen);
  if (one.length > 0) return one;
  const own = languages.filter((row) => mine.has(row.languageCode));
  return (own.length > 0 ? own : languages).slice(0, MOST_LANGUAGES);
}

async function Uses({ row }: { row: ListedTerm }) {
  const t = await getTexts();
  if (row.uses.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3 text-meta font-normal text-ink-2">
      {row.uses.map((use) => (
        <span key={use} className="inline-flex items-center gap-1">
          {use === "forbidden" ? (
            <Ban aria-hidden size={12} />
          ) : use === "read-only" ? (
            <Lock aria-hidden size={12} />
          ) : null}
          {t(`terms.use.${use}`)}
        </span>
      ))}
    </span>
  );
}

/** What a term is in a language, and how to say it where that is open. */
async function Translation({
  row,
  language,
  component,
}: {
  row: ListedTerm;
  language: TranslationRow;
  component: ComponentRow;
}) {
  const t = await getTexts();
  const found = row.inLanguages.get(language.languageId);
  if (!found || row.uses.includes("read-only")) return <span className="text-ink-3">—</span>;
  const state = stateOf(found.state);
  const href = path(urls.unitPage({ ...addressOf(component), languageCode: language.languageCode }, row.checksum));
  const { code, direction } = language.language;
  return (
    <a href={href} className="name-link inline-flex items-baseline gap-1.5">
      <StateMark state={state} size={12} name={t(STATE_NAMES[state])} />
      {found.text === "" ? (
        <span className="text-ink-2">{t("terms.open")}</span>
      ) : (
        <UnitText text={found.text} lang={code} dir={direction} small />
      )}
    </a>
  );
}
