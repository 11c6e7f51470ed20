import { useTexts } from "#texts";
import { EmptyState } from "./empty-state";
import { FindForm } from "./find-form";
import { LinkButton } from "./link-button";
import { thisPage } from "./paths";

/** From so many languages on a list of them can be narrowed. */
const MANY = 15;

/** A field that narrows a list of languages. @param query the rest of the address */
export function FindLanguages({
  words,
  count,
  query,
}: {
  words: string;
  count: number;
  query: Readonly<Record<string, string | undefined>>;
}) {
  const t = useTexts();
  if (count < MANY && words === "") return null;
  return (
    <FindForm label={t("manage.languages.find")} words={words}>
      {Object.entries(query).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
    </FindForm>
  );
}

/** What stands in place of a list of languages in which nothing was found. */
export function NoLanguageFound({ query }: { query: Readonly<Record<string, string | undefined>> }) {
  const t = useTexts();
  return (
    <EmptyState
      title={t("form.noMatch")}
      action={<LinkButton href={thisPage(query)}>{t("languages.all")}</LinkButton>}
    />
  );
}
