import { counters, languages, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { rehearse } from "@/lib/platform/rehearse";
import type { NewComponent } from "../../components/component-input";
import type { ComponentRow } from "../../components/components";
import { setTextsAside, textDifferences } from "../../integrate/text-differences";
import { ensureTranslations } from "../../sync/ensure-translations";
import type { MatchedFiles } from "../../sync/match-files";
import { syncComponent } from "../../sync/sync-component";
import { isElsewhere, type SeenRepository } from "./files-as-set";

const [t, l, k] = [translations.as("t"), languages.as("l"), counters.as("k")];

/** A language that goes, with how many of its strings have a text. */
interface LostLanguage {
  code: string;
  name: string;
  strings: number;
}

/** What reading a component's files under changed settings would do. */
export interface FilesOutcome {
  /** Files of translations that belong to the component. */
  files: number;
  comes: { code: string; name: string }[];
  goes: LostLanguage[];
  /** Texts that go from languages that stay; undefined where the component is too large to be read on trial. */
  lost: number | undefined;
  /** Strings that are new, in the language of the source. */
  added: number | undefined;
}

/** With more strings than this in all its languages a component is not read on trial: its languages alone are told. */
const MOST_READ = 20_000;

/**
 * What reading the files under changed settings would do: it is done, and taken back. What is read elsewhere, or is too
 * large for somebody who waits, is told by its languages.
 */
export async function languagesAsSet(
  component: ComponentRow,
  { next, changed }: { next: NewComponent; changed: Partial<NewComponent> },
  matched: MatchedFiles,
  { copy, commit }: SeenRepository,
): Promise<FilesOutcome> {
  const ids = [component.id];
  const after: ComponentRow = { ...component, ...settingsOfFiles(next) };
  const before = await present(component.id);
  const size = before.reduce((sum, row) => sum + row.units, 0);
  if (isElsewhere(changed) || size > MOST_READ) {
    const { vanished, rows } = await rehearse(
      async () => {},
      async () => ({
        vanished: (await ensureTranslations(after, matched)).vanished.map(({ id }) => id),
        rows: await present(component.id),
      }),
    );
    return {
      files: matched.translations.length,
      ...difference(before, rows, vanished),
      lost: undefined,
      added: undefined,
    };
  }
  return rehearse(
    (on) => setTextsAside(on, ids),
    async () => {
      await syncComponent(after, copy, await copy.tree(commit), commit, { force: true });
      const { languages: told } = await textDifferences(ids);
      const rows = await present(component.id);
      const stays = new Set(rows.map(({ code }) => code));
      const source = component.sourceLanguage.code;
      return {
        files: matched.translations.length,
        ...difference(before, rows, []),
        lost: told.reduce((sum, row) => sum + (stays.has(row.language) && row.language !== source ? row.lost : 0), 0),
        added: told.find(({ language }) => language === source)?.added ?? 0,
      };
    },
  );
}

const settingsOfFiles = (next: NewComponent): Partial<ComponentRow> => ({
  filemask: next.filemask,
  template: next.template ?? "",
  newBase: next.newBase ?? "",
  intermediate: next.intermediate ?? "",
  languageRegex: next.languageRegex ?? "",
  keyFilter: next.keyFilter ?? "",
  preferredFiles: next.preferredFiles ?? [],
  fileFormatParams: next.fileFormatParams ?? {},
});

/** Languages of a component, but for that of the source, with what their counters say: no string is read. */
async function present(componentId: number) {
  return db.rows(sql`
    select ${pick(l, "code", "name")}, ${pick(t, "id")}, ${named({
      units: asNumber(sql`coalesce(${k.total}, 0)::int`),
      strings: asNumber(sql`(coalesce(${k.translated}, 0) + coalesce(${k.fuzzy}, 0))::int`),
    })}
    from ${t} join ${l} on ${l.id} = ${t.languageId}
      left join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
    where ${t.componentId} = ${componentId} and not ${t.isSource} order by ${l.name}`);
}

type Present = Awaited<ReturnType<typeof present>>;

function difference(before: Present, after: Present, vanished: readonly number[]) {
  const stays = new Set(after.flatMap(({ id }) => (vanished.includes(id) ? [] : [id])));
  const was = new Set(before.map(({ id }) => id));
  return {
    comes: after.filter(({ id }) => !was.has(id)).map(({ code, name }) => ({ code, name })),
    goes: before.filter(({ id }) => !stays.has(id)).map(({ code, name, strings }) => ({ code, name, strings })),
  };
}
