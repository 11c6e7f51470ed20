import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Count } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { orderedLinks, orderedQuery, readOrdered } from "@/app/ui/table-order";
import { LANGUAGE_KINDS, listManagedLanguages } from "@/lib/domain/languages/manage-languages";
import { urls } from "@/lib/urls";
import { LANGUAGE_SORTS } from "./language-order";
import { NewLanguage } from "./new-language";

export const generateMetadata = titled("manage.languages.title");

const SIZE = 100;

/** The catalogue of languages. */
export default async function SiteLanguagesPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    // Called, not rendered: what it refuses is caught here.
    if (one(asked.add)) return NewLanguage();
    const words = one(asked.q);
    const kind = LANGUAGE_KINDS.find((name) => name === one(asked.kind));
    const after = one(asked.after) || undefined;
    const ordered = readOrdered(LANGUAGE_SORTS, asked);
    const names = languageNames(t);
    const found = await listManagedLanguages(await currentActor(), {
      words,
      codes: names.codesOf(words),
      kind,
      ...ordered,
      after,
      limit: SIZE,
    });
    const narrowed = { q: words || undefined, kind };
    const query = { ...narrowed, ...orderedQuery(LANGUAGE_SORTS, ordered) };
    const sort = orderedLinks(LANGUAGE_SORTS, ordered, narrowed);
    return (
      <Page
        title={t("manage.languages.title")}
        lead={t("manage.languages.lead", { count: found.count })}
        actions={
          <LinkButton kind="primary" href={path(urls.siteLanguages({ add: "1" }))}>
            {t("manage.languages.add")}
          </LinkButton>
        }
      >
        {one(asked.done) ? (
          <div className="mb-4">
            <Callout tone="success" live>
              {t("manage.languages.removed")}
            </Callout>
          </div>
        ) : null}
        <FilterForm label={t("manage.languages.find")}>
          {Object.entries(orderedQuery(LANGUAGE_SORTS, ordered)).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Field
            className="min-w-48 grow sm:max-w-[320px]"
            label={t("manage.q.label")}
            name="q"
            defaultValue={words}
            placeholder={t("manage.languages.placeholder")}
          />
          <Select
            label={t("manage.people.kind.label")}
            name="kind"
            defaultValue={kind ?? ""}
            choices={[
              { value: "", label: t("manage.languages.kind.all") },
              ...LANGUAGE_KINDS.map((value) => ({ value, label: t(`manage.languages.kind.${value}`) })),
            ]}
          />
        </FilterForm>
        {found.rows.length === 0 ? (
          <EmptyState title={t("manage.languages.none")}>{t("manage.languages.noneText")}</EmptyState>
        ) : (
          <Table
            name="languages"
            csv={path(urls.table("languages", [], query))}
            label={t("manage.languages.title")}
            columns={[
              { label: t("common.language"), sort: sort("code") },
              { key: "aliases", label: t("manage.languages.aliases"), wide: true },
              { key: "forms", label: t("manage.languages.forms"), sort: sort("forms"), numeric: true, wide: true },
              {
                key: "sources",
                label: t("manage.languages.sources"),
                sort: sort("sources"),
                numeric: true,
                wide: true,
              },
              {
                key: "translations",
                label: t("manage.languages.translations"),
                sort: sort("translations"),
                numeric: true,
              },
            ]}
          >
            {found.rows.map((language) => (
              <tr key={language.id} className="hover:bg-sunken">
                <Cell head>
                  <a className="name-link" href={path(urls.siteLanguage(language.code))}>
                    <bdi>{names.of(language.name)}</bdi>
                  </a>
                  <span className="block text-meta text-ink-3">
                    <bdi dir="ltr">{language.code}</bdi>
                    {language.builtin ? "" : ` · ${t("manage.languages.added")}`}
                  </span>
                </Cell>
                <Cell wide className="max-w-[36ch] text-ink-2">
                  <bdi dir="ltr" className="break-words">
                    {language.aliases.join(" ")}
                  </bdi>
                </Cell>
                <Cell numeric wide>
                  <Count value={language.forms} />
                </Cell>
                <Cell numeric wide>
                  <Count value={language.sources} />
                </Cell>
                <Cell numeric>
                  <Count value={language.translations} />
                </Cell>
              </tr>
            ))}
          </Table>
        )}
        <KeyPager
          first={after ? path(urls.siteLanguages(query)) : undefined}
          next={found.next ? path(urls.siteLanguages({ ...query, after: found.next })) : undefined}
        />
      </Page>
    );
  });
}
