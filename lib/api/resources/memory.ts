import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { Invalid, NotFound, sentenceOf } from "@/lib/domain/errors";
import { findLanguage, type LanguageRow } from "@/lib/domain/languages/languages";
import { lookUpMemory } from "@/lib/domain/memory/lookup";
import type { MemoryRow } from "@/lib/domain/memory/memory";
import { findProject } from "@/lib/domain/projects/projects";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { longIdPart, verbatim } from "../fields";

/** All the outside sees of the translation memory; the contract 3.11 and 4.13. */

export const Memory = schema(
  "Memory",
  z.object({
    id: z.int(),
    source: z.string(),
    target: z.string(),
    source_language: z.int().describe("ID of the language."),
    target_language: z.int().describe("ID of the language."),
    origin: z.string(),
    project: z.int().nullable(),
    from_file: z.boolean(),
    shared: z.boolean(),
  }),
);

const code = z.string().max(50);
const slug = z.string().max(100);
const tag = "Translation memory";

export const listMemory = endpoint({
  method: "GET",
  path: "/api/memory/",
  since: "4.14",
  tag,
  summary: "Translation memory",
  description: "Your own entries, entries of projects that you can see, and shared entries.",
  signedIn: true,
  query: z.object({
    source: z.string().max(500).optional().describe("Text contained in the source."),
    source_language: code.optional(),
    target_language: code.optional(),
    project: slug.optional(),
  }),
  answer: pageOf(Memory),
});
export const readMemory = endpoint({
  method: "GET",
  path: "/api/memory/{id}/",
  since: "4.14",
  tag,
  summary: "Entry of the translation memory",
  signedIn: true,
  params: z.object({ id: longIdPart }),
  answer: Memory,
});
export const deleteMemory = endpoint({
  method: "DELETE",
  path: readMemory.path,
  since: "4.14",
  tag,
  summary: "Remove an entry of the translation memory",
  permission: "your own entry, memory.delete in its project, or memory.manage",
  params: z.object({ id: longIdPart }),
});

const Match = z.object({
  id: z.int(),
  source: z.string(),
  target: z.string(),
  origin: z.string(),
  exact: z.boolean(),
  quality: z.int(),
});

export const lookUp = endpoint({
  method: "POST",
  path: "/api/memory/lookup/",
  since: "5.17",
  tag,
  summary: "Look up strings in the translation memory",
  query: z.object({
    source_language: code.min(1),
    target_language: code.min(1),
    project: slug.optional(),
    exact: z.boolean().default(false),
  }),
  body: z.object({
    strings: z
      .array(verbatim(z.string().min(1).max(2000)))
      .min(1)
      .max(100),
  }),
  answer: z.array(z.object({ query: z.string(), match: schema("MemoryMatch", Match).nullable() })),
  status: 200,
});

/** An entry as the outside sees it. */
export const presentMemory = (row: MemoryRow): Answer<typeof Memory> => ({
  id: row.id,
  source: row.source,
  target: row.target,
  source_language: row.sourceLanguageId,
  target_language: row.targetLanguageId,
  origin: row.origin,
  project: row.projectId,
  from_file: row.fromFile,
  shared: row.shared,
});

/** Minimum quality of a look-up's match. */
const THRESHOLD = 75;

/** The best match of every string, in their order. @throws Invalid keyed by field */
export async function answerLookUp(
  actor: Actor,
  query: z.output<typeof lookUp.query>,
  strings: readonly string[],
): Promise<z.output<typeof lookUp.answer>> {
  const [from, to, project] = await Promise.all([
    named("source_language", findLanguage(query.source_language)),
    named("target_language", findLanguage(query.target_language)),
    query.project ? named("project", findProject(actor, query.project)) : undefined,
  ]);
  const found = await lookUpMemory(actor, {
    sourceLanguageId: (from as LanguageRow).id,
    targetLanguageId: (to as LanguageRow).id,
    project,
    texts: strings,
    threshold: query.exact ? 100 : THRESHOLD,
    limit: 1,
  });
  return strings.map((text, place) => {
    const match = found[place]?.[0];
    if (!match) return { query: text, match: null };
    const { id, source, target, origin, likeness } = match;
    return { query: text, match: { id, source, target, origin, exact: likeness === 100, quality: likeness } };
  });
}

async function named<T>(path: string, found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    if (error instanceof NotFound) throw Invalid.field(path, sentenceOf(error), "invalid_choice");
    throw error;
  });
}
