import { fileSnapshots, pendingChanges, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asMoment, orNull } from "@/lib/platform/expressions";
import type { Converter } from "@/lib/text/converters/converter";
import { type NewMember, writeZip } from "@/lib/text/formats/kernel/zip";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, listComponents, scopeOf } from "../components/components";
import { Failed } from "../errors";
import { findLanguage } from "../languages/languages";
import type { ProjectRow } from "../projects/projects";
import { listTranslations } from "../translations/translations";
import { componentFiles } from "../working-copy/current-file";
import { converterSuits, convertTranslation } from "./convert";

const [p, f, t] = [pendingChanges.as("p"), fileSnapshots.as("f"), translations.as("t")];

/** Archives of translation files, streamed member by member; the contract 3.7.4. */

/** Components looked up at a time while a project's archive is written. */
const PAGE = 100;

/** All files of a component, or with a converter one converted file for each language. Needs `translation.download`. */
export function componentArchive(
  actor: Actor,
  component: ComponentRow,
  converter?: Converter,
): AsyncGenerator<Uint8Array> {
  demand(actor, "translation.download", scopeOf(component));
  return writeZip(converter ? convertedMembers(actor, component, converter) : membersOf(component));
}

async function* membersOf(component: ComponentRow, languageCode?: string): AsyncGenerator<NewMember> {
  const folder = [component.project.slug, component.categoryPath, component.slug].filter(Boolean).join("/");
  try {
    for await (const file of componentFiles(component, languageCode))
      yield { name: `${folder}/${file.path}`, content: file.content };
  } catch (error) {
    // The others are still worth having; what is missing says so in its place.
    if (!(error instanceof Failed)) throw error;
    yield { name: `${folder}.skipped`, content: new TextEncoder().encode(`${error.message}\n`) };
  }
}

/** One converted file for each translation; where the conversion does not fit, a note in its place. */
async function* convertedMembers(
  actor: Actor,
  component: ComponentRow,
  converter: Converter,
  languageCode?: string,
): AsyncGenerator<NewMember> {
  const slug = [component.project.slug, component.categoryPath.replaceAll("/", "-"), component.slug];
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listTranslations(actor, { component }, { limit: PAGE, offset });
    for (const translation of rows) {
      if (languageCode !== undefined && translation.language.code !== languageCode) continue;
      const name = `${[...slug, translation.language.code].filter(Boolean).join("-")}.${converter.extension}`;
      if (converterSuits(converter, component))
        yield { name, content: convertTranslation(actor, translation, converter) };
      else
        yield {
          name: `${name}.skipped`,
          content: new TextEncoder().encode(`${component.name} cannot be converted to ${converter.name}.\n`),
        };
    }
    if (rows.length < PAGE) return;
  }
}

/** What of a project an archive holds. */
interface Share {
  languageCode?: string;
  converter?: Converter;
  /** Only components with this in their slug, and with the language; "" for all that have it. */
  slugPart?: string;
}

/**
 * All files of a project, of one language when given, converted when a converter is. Needs `translation.download`.
 * @throws NotFound for an unknown language
 */
export async function projectArchive(
  actor: Actor,
  project: ProjectRow,
  given: Share = {},
): Promise<AsyncGenerator<Uint8Array>> {
  demand(actor, "translation.download", { project });
  const language = given.languageCode === undefined ? undefined : await findLanguage(given.languageCode);
  return writeZip(projectMembers(actor, project, given, language?.id));
}

async function* projectMembers(
  actor: Actor,
  project: ProjectRow,
  { languageCode, converter, slugPart }: Share,
  languageId: number | undefined,
): AsyncGenerator<NewMember> {
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listComponents(actor, { project }, { limit: PAGE, offset });
    const wanted =
      slugPart === undefined || languageId === undefined
        ? rows
        : await withLanguage(
            rows.filter(({ slug }) => slug.includes(slugPart)),
            languageId,
          );
    for (const component of wanted)
      yield* converter
        ? convertedMembers(actor, component, converter, languageCode)
        : membersOf(component, languageCode);
    if (rows.length < PAGE) return;
  }
}

/** Those of some components that have a language. */
async function withLanguage(components: readonly ComponentRow[], languageId: number): Promise<ComponentRow[]> {
  const ids = components.map(({ id }) => id);
  const found = await db.rows(sql`
    select ${pick(t, "componentId")} from ${t} where ${anyOf(t.componentId, ids)} and ${t.languageId} = ${languageId}`);
  const having = new Set(found.map(({ componentId }) => componentId));
  return components.filter(({ id }) => having.has(id));
}

/** When anything in a translation changed last. */
export async function lastChanged(translationId: number): Promise<Date | undefined> {
  const edited = sql`(select max(${p.createdAt}) from ${p} where ${p.translationId} = ${translationId})`;
  const synced = sql`(select ${f.syncedAt} from ${f} where ${f.translationId} = ${translationId})`;
  const row = await db.one(sql`select ${named({ at: orNull(asMoment(sql`greatest(${edited}, ${synced})`)) })}`);
  return row?.at ?? undefined;
}
