import { components, languages, translations } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { present } from "@/lib/platform/expressions";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { SERVICE } from "../access/actor";
import { type ComponentRow, findComponentById } from "../components/components";
import { Invalid } from "../errors";
import type { InitialFile } from "../working-copy/local-files";
import { createComponent } from "./create-component";

const [t, c, l] = [translations.as("t"), components.as("c"), languages.as("l")];

/** The glossary that a project gets with its first component; the contract 10.2. */

const SLUG = "glossary";
const FORMAT = "tbx";

/**
 * Makes the project's glossary, in the languages its components have by now, unless there is one or the installation
 * makes none. Running it again finds the one it has made.
 * @returns id of the component that was made
 */
export async function ensureGlossary(componentId: number): Promise<number | undefined> {
  if (!environment().glossaries) return undefined;
  const component = await findComponentById(SERVICE, componentId);
  if (component.isGlossary || (await hasGlossary(component.projectId))) return undefined;
  const files = await emptyFiles(component);
  if (files.length === 0) return undefined;
  try {
    const made = await createComponent(
      SERVICE,
      component.project.slug,
      {
        name: "Glossary",
        slug: SLUG,
        filemask: `*.${FORMAT}`,
        fileFormat: FORMAT,
        sourceLanguage: component.sourceLanguage.code,
        isGlossary: true,
        manageUnits: true,
        newLang: "add",
        allowPropagation: false,
      },
      { files },
    );
    return made.id;
  } catch (error) {
    // Another import was faster, or somebody took the name: either way nothing is to be done.
    if (error instanceof Invalid) return undefined;
    throw error;
  }
}

async function hasGlossary(projectId: number): Promise<boolean> {
  const found = await db.one(sql`
    select ${present} from ${c} where ${c.projectId} = ${projectId} and (${c.isGlossary} or (${c.slug} = ${SLUG} and ${c.categoryId} is null)) limit 1`);
  return found !== undefined;
}

/** An empty file for every language of the project's components but the source language. */
async function emptyFiles(component: ComponentRow): Promise<InitialFile[]> {
  const format = findFormat(FORMAT);
  const languages = await db.rows(sql`
    select distinct ${pick(l, "code")} from ${t} join ${c} on ${c.id} = ${t.componentId} join ${l} on ${l.id} = ${t.languageId}
    where ${c.projectId} = ${component.projectId} and ${c.removedAt} is null and ${l.id} <> ${component.sourceLanguageId} order by ${l.code} limit 1000`);
  return languages.flatMap(({ code }) => {
    const text = format?.create(undefined, formatOptions({ languageCode: code }));
    return format && text !== undefined ? [{ path: `${code}.${FORMAT}`, content: format.encode(text) }] : [];
  });
}
