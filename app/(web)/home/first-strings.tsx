import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { UnitText } from "@/app/ui/unit-text";
import { toDo } from "@/app/ui/work-numbers";
import { firstStrings } from "@/lib/domain/statistics/first-strings";
import type { WorkRow } from "@/lib/domain/statistics/remaining-work";
import { urls } from "@/lib/urls";

/** Translations of which strings are shown, and strings of each. */
const PLACES = 3;
const EACH = 2;
const MOST_OF_SOURCE = 160;

/** A few short strings without a translation, each to be opened in the editor; nothing where all are translated. */
export async function FirstStrings({ rows }: { rows: readonly WorkRow[] }) {
  const t = await getTexts();
  const names = languageNames(t);
  const open = rows.filter((row) => !row.locked && toDo(row.counters) > row.counters.fuzzy);
  const ids = open.slice(0, PLACES).map((row) => row.translationId);
  const strings = await firstStrings(await currentActor(), ids, EACH);
  if (strings.length === 0) return null;
  return (
    <Section title={t("home.beginWith")}>
      <ul className="panel divide-y divide-line">
        {strings.map((row) => {
          const source = row.sources.join(" / ").slice(0, MOST_OF_SOURCE);
          const place = [row.projectName, row.componentName, names.of(row.languageName)].join(" › ");
          return (
            <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <div className="min-w-0 grow basis-56">
                <p className="break-words">
                  <UnitText text={source} small />
                </p>
                <p className="text-meta text-ink-3">
                  <bdi>{place}</bdi>
                </p>
              </div>
              <LinkButton
                small
                href={`${path(urls.translation(row).translate)}?checksum=${row.checksum}`}
                label={t("home.translateString", { source: source.slice(0, 60), place })}
              >
                {t("common.translate")}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
