import { ActionForm } from "@/app/ui/action-form";
import { Button } from "@/app/ui/button";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { UnitText } from "@/app/ui/unit-text";
import { languagesById } from "@/lib/domain/languages/languages";
import { listMemory } from "@/lib/domain/memory/memory";
import type { MemoryScope } from "@/lib/domain/memory/scope";
import { unitOfEntry } from "@/lib/domain/memory/strings";
import { dropEntry } from "./actions";

const SIZE = 20;

/** Entries of a scope, searched by a part of their source. */
export async function MemoryEntries({
  scope,
  words,
  page,
  mayRemove,
}: {
  scope: MemoryScope;
  words: string;
  page: string | undefined;
  mayRemove: boolean;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const at = readPage(page);
  const window = { limit: SIZE, offset: (at - 1) * SIZE };
  const found = await listMemory(actor, { scope, source: words.slice(0, 500) || undefined }, window);
  if (found.count === 0 && words === "") return null;
  const languages = await languagesById([
    ...new Set(found.rows.flatMap((row) => [row.sourceLanguageId, row.targetLanguageId])),
  ]);
  return (
    <Section
      title={t("memory.entries")}
      lead={words ? t("memory.found", { count: found.count, words }) : t("memory.entryCount", { count: found.count })}
    >
      <form className="mb-3 flex max-w-[520px] items-end gap-2" aria-label={t("memory.searchMemory")}>
        <div className="grow">
          <label htmlFor="memory-search" className="sr-only">
            {t("memory.sourcePart")}
          </label>
          <input
            id="memory-search"
            type="search"
            name="q"
            defaultValue={words}
            placeholder={t("memory.sourcePart")}
            className="control"
          />
        </div>
        <Button>{t("memory.search")}</Button>
      </form>
      {found.count === 0 ? (
        <EmptyState title={t("memory.noMatch")} action={<LinkButton href="?">{t("memory.allEntries")}</LinkButton>}>
          {t("memory.noMatchText")}
        </EmptyState>
      ) : (
        <Table
          label={t("memory.entries")}
          columns={[
            { label: t("common.source") },
            { label: t("common.translation") },
            { label: t("memory.origin"), wide: true },
            { label: t("common.remove"), hidden: true },
          ]}
        >
          {found.rows.map((row) => {
            const [from, to] = [languages.get(row.sourceLanguageId), languages.get(row.targetLanguageId)];
            return (
              <tr key={row.id}>
                <Cell head className="break-words">
                  <UnitText text={row.source} lang={from?.code} dir={from?.direction} small />
                </Cell>
                <Cell className="break-words">
                  <UnitText text={row.target} lang={to?.code} dir={to?.direction} small />
                  <span className="block text-meta text-ink-3">{to && languageNames(t).of(to.name)}</span>
                </Cell>
                <Cell wide className="break-words text-meta text-ink-2">
                  <bdi>{row.origin}</bdi>
                </Cell>
                <Cell className="text-end">
                  {mayRemove && unitOfEntry(row.id) === undefined ? (
                    <ActionForm
                      action={dropEntry.bind(null, row.id)}
                      label={t("memory.removeEntry", { id: String(row.id) })}
                    >
                      <Submit
                        small
                        kind="quiet"
                        aria-label={t("memory.removeEntryOf", { source: row.source.slice(0, 60) })}
                      >
                        {t("common.remove")}
                      </Submit>
                    </ActionForm>
                  ) : null}
                </Cell>
              </tr>
            );
          })}
        </Table>
      )}
      <Pager page={at} size={SIZE} total={found.count} query={{ q: words }} />
    </Section>
  );
}
