import { type ArchiveMember, zipStream } from "@/lib/platform/archive";
import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type ComponentRow, listComponents, placeOf } from "../components/components";
import { Failed } from "../errors";
import { findLanguage } from "../languages/languages";
import type { ProjectRow } from "../projects/projects";
import { componentFiles } from "../repository/current-file";

/** Archives of translation files, streamed member by member; the contract 3.7.4. */

/** Components looked up at a time while a project's archive is written. */
const PAGE = 100;

async function* membersOf(component: ComponentRow, languageCode?: string): AsyncGenerator<ArchiveMember> {
  const folder = [component.project.slug, component.categoryPath, component.slug].filter(Boolean).join("/");
  try {
    for await (const file of componentFiles(component, languageCode))
      yield { path: `${folder}/${file.path}`, content: file.content };
  } catch (error) {
    // The others are still worth having; what is missing says so in its place.
    if (!(error instanceof Failed)) throw error;
    yield { path: `${folder}.skipped`, content: new TextEncoder().encode(`${error.message}\n`) };
  }
}

/** All files of a component. Needs `translation.download`. */
export function componentArchive(actor: Actor, component: ComponentRow): AsyncGenerator<Uint8Array> {
  demand(actor, "translation.download", placeOf(component));
  return zipStream(membersOf(component));
}

/**
 * All files of a project, of one language when given. Needs `translation.download`.
 * @throws NotFound for an unknown language
 */
export async function projectArchive(
  actor: Actor,
  project: ProjectRow,
  languageCode?: string,
): Promise<AsyncGenerator<Uint8Array>> {
  demand(actor, "translation.download", { project });
  if (languageCode !== undefined) await findLanguage(languageCode);
  return zipStream(projectMembers(actor, project, languageCode));
}

async function* projectMembers(
  actor: Actor,
  project: ProjectRow,
  languageCode?: string,
): AsyncGenerator<ArchiveMember> {
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listComponents(actor, { projectId: project.id }, { limit: PAGE, offset });
    for (const component of rows) yield* membersOf(component, languageCode);
    if (rows.length < PAGE) return;
  }
}

/** When anything in a translation changed last. */
export async function lastChanged(translationId: number): Promise<Date | undefined> {
  const row = await db.one<{ at: Date | null }>(sql`
    select greatest(max(p.created_at), (select synced_at from file_snapshots where translation_id = ${translationId})) as at
    from pending_changes p where p.translation_id = ${translationId}`);
  return row?.at ?? undefined;
}
