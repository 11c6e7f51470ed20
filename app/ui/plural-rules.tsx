import { useTexts } from "#texts";
import type { PluralRow } from "@/lib/domain/languages/languages";
import { describePlural } from "@/lib/text/plurals/examples";
import { Code } from "./code";
import { pluralName } from "./plural-words";

/** What each plural form is used for, with example numbers. */
export function PluralRules({ plural }: { plural: Pick<PluralRow, "number" | "formula" | "categories"> }) {
  const t = useTexts();
  if (plural.number < 2) return <p className="text-table text-ink-2">{t("plurals.single")}</p>;
  const forms = describePlural(plural.formula, plural.number);
  return (
    <>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-table">
        {forms.map((form, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form is its number
          <div key={index} className="contents">
            <dt className="font-medium">
              {pluralName(t, plural.categories[index]) || t("plurals.form", { number: index + 1 })}
            </dt>
            <dd className="tabular-nums text-ink-2">
              {form.examples.length > 0
                ? `${form.examples.slice(0, 7).join(", ")}${form.examples.length > 7 ? " …" : ""}`
                : t("plurals.fractions")}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-meta text-ink-3">
        <Code>{plural.formula}</Code>
      </p>
    </>
  );
}
