import { useTexts } from "#texts";
import { Cell } from "@/app/ui/cell";
import { Count } from "@/app/ui/numbers";
import { Table } from "@/app/ui/table";
import { costOf, type LanguageStates, type Rates } from "@/lib/domain/statistics/forecast";

const sum = (
  rows: readonly LanguageStates[],
  name: "totalWords" | "translatedWords" | "approvedWords" | "fuzzyWords",
) => rows.reduce((all, row) => all + row[name], 0);

/** Words of languages by state, and what the rest costs where a price was given. */
export function WordTable({ rows, rates }: { rows: readonly LanguageStates[]; rates: Rates }) {
  const t = useTexts();
  if (rows.length === 0) return <p className="text-ink-2">{t("insights.noLanguages")}</p>;
  const priced = rates.empty > 0 || rates.editing > 0;
  const all = {
    code: "",
    name: t("insights.all"),
    totalWords: sum(rows, "totalWords"),
    translatedWords: sum(rows, "translatedWords"),
    approvedWords: sum(rows, "approvedWords"),
    fuzzyWords: sum(rows, "fuzzyWords"),
  };
  const columns = [
    { label: t("common.language") },
    ...(["empty", "editing", "translated", "approved"] as const).map((name) => ({
      label: t(`insights.wordsBy.${name}`),
      numeric: true,
    })),
    ...(priced ? [{ label: t("insights.cost"), numeric: true }] : []),
  ];
  return (
    <Table quiet label={t("insights.wordTable")} columns={columns}>
      {[...rows, ...(rows.length > 1 ? [all] : [])].map((row) => (
        <tr key={row.code}>
          <Cell head className="break-words">
            {row.name}
          </Cell>
          <Cell numeric>
            <Count value={Math.max(0, row.totalWords - row.translatedWords - row.fuzzyWords)} />
          </Cell>
          <Cell numeric>
            <Count value={row.fuzzyWords} />
          </Cell>
          <Cell numeric>
            <Count value={row.translatedWords} />
          </Cell>
          <Cell numeric>
            <Count value={row.approvedWords} />
          </Cell>
          {priced ? (
            <Cell numeric>
              <Count value={costOf(row, rates)} />
            </Cell>
          ) : null}
        </tr>
      ))}
    </Table>
  );
}
