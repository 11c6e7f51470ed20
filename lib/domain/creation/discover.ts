import type { TreeFile, WorkingCopy } from "@/lib/platform/vcs/vcs";
import { catalogueOf } from "@/lib/text/formats/catalogue";
import { isCatalogName, isOtherName, type ProposedComponent } from "@/lib/text/formats/discovery/discovery";
import { FormatError, faultOf } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { resolveLanguageCode } from "@/lib/text/languages/resolve";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Invalid } from "../errors";
import { findProject, type ProjectRow } from "../projects/projects";
import { needsReader } from "../repository-files";
import { matchFiles, USUAL_LANGUAGES } from "../sync/match-files";
import { inReader } from "../uploaded-files";
import { seeFiles } from "../working-copy/catalogues";
import { filesOfArchive } from "./component-origin";
import {
  type DiscoveryRequest,
  MAX_SAMPLED_FILE,
  type Preview,
  type PreviewsRequest,
  previewsOf,
  proposeComponents,
  type UnreadFile,
} from "./discovery-jobs";
import { type Unmatched, unmatchedFiles } from "./internal/unmatched-files";
import { aliasesWith, type CodeChoices, type DoubtfulCode, doubtfulCodes, namedLanguage } from "./language-codes";
import { forgetProbe, type Probe, probeRepository } from "./probe-repository";

/** One component the wizard can offer. */
export interface Proposal {
  name: string;
  slug: string;
  filemask: string;
  fileFormat: string;
  template: string;
  newBase: string;
  /** Code of the language of the source texts. */
  sourceLanguage: string;
  /** Why it is proposed, as a phrase for a person. */
  why: string;
  languages: { code: string; language: string; name: string; path: string }[];
  /** First strings with one of their translations. */
  sample: Preview["sample"];
  /** Files that fit the mask and cannot be read, as far as they were tried: the import leaves them out. */
  unread: { count: number; files: UnreadFile[] };
}

export interface Discovery {
  branch: string;
  branches: string[];
  proposals: Proposal[];
  /** Files in the repository. */
  files: number;
  /** Code of the source language that was looked for. */
  sourceLanguage: string;
  /** Files that look like translations and belong to no proposal. */
  unmatched: Unmatched;
  /** Codes in the files of which somebody should say what they mean. */
  codes: DoubtfulCode[];
}

/** What somebody says to what is found. */
interface Said {
  sourceLanguage?: string;
  /** What single codes mean. */
  codes?: CodeChoices;
}

/** How many files are read for their content at most, and how long they may be. */
const READ_LIMIT = 2000;

/**
 * Looks at a repository and proposes components. Needs `project.edit`.
 * @throws Invalid on `repo` or `branch`
 */
export async function discoverComponents(
  actor: Actor,
  projectSlug: string,
  input: { repo: string; branch?: string; vcs?: string } & Said,
): Promise<Discovery> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const probe = await probeRepository({
    projectId: project.id,
    vcs: input.vcs ?? "git",
    repo: input.repo,
    branch: input.branch ?? "",
  });
  return discovered(project, probe, input);
}

/**
 * Looks at a ZIP archive and proposes components, as for a repository. Needs `project.edit`.
 * @throws Invalid on `zipfile`
 */
export async function discoverArchive(
  actor: Actor,
  projectSlug: string,
  input: { archive: Uint8Array } & Said,
): Promise<Discovery> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  const files = await filesOfArchive(input.archive);
  const probe = await probeRepository({ projectId: project.id, vcs: "local", repo: "local:", branch: "main", files });
  try {
    return await discovered(project, probe, input);
  } finally {
    await forgetProbe(probe);
  }
}

async function discovered(
  project: ProjectRow,
  probe: Probe,
  { sourceLanguage = "en", codes = new Map() }: Said,
): Promise<Discovery> {
  const { texts: plain, unread: refused } = await readTexts(probe);
  const found = await look({ paths: probe.tree.map((file) => file.path), plain, sourceLanguage });
  const aliases = aliasesWith(project.languageAliases, codes);
  const files = found.map((proposal) => filesOf(probe.tree, proposal));
  const { seen, unread: broken } = await readViews(probe, found);
  const previews = await preview({
    proposals: found.map((proposal, index) => ({ ...proposal, languages: files[index] ?? [] })),
    plain,
    seen,
  });
  return {
    branch: probe.settings.branch,
    branches: probe.branches,
    files: probe.tree.length,
    sourceLanguage,
    unmatched: unmatchedFiles(
      probe.tree.map(({ path }) => path),
      found.map((proposal, index) => ({ ...proposal, languages: files[index] ?? [] })),
      (path) => plain.has(path),
    ),
    codes: doubtfulCodes(
      found.map((proposal, index) => (files[index] ?? []).filter(({ path }) => path !== proposal.template)),
      project.languageAliases,
    ),
    proposals: found.map((proposal, index) => {
      const languages = (files[index] ?? []).map((row) => {
        const { code } = resolveLanguageCode(
          row.code,
          { has: (candidate) => findCatalogueLanguage(candidate) !== undefined },
          aliases,
        );
        return { code: row.code, path: row.path, language: code, name: namedLanguage(code).name };
      });
      // A language that was chosen by its file is the one that the project takes the file's name for.
      const own =
        proposal.sourceLanguage !== sourceLanguage && languages.find(({ path }) => path === proposal.template);
      return {
        ...proposal,
        sourceLanguage: own ? own.language : proposal.sourceLanguage,
        languages,
        sample: previews[index]?.sample ?? [],
        unread: namedUnread([
          ...languages.flatMap(({ path }) => refused.get(path) ?? broken.get(path) ?? []),
          ...(previews[index]?.unread ?? []),
        ]),
      };
    }),
  };
}

/**
 * Files of a proposal as the import will take them. Discovery passes over codes that are ordinary words, such as `id`, since
 * they would make masks of files that are no translations; once the mask is known they are languages like all others.
 */
function filesOf(tree: readonly TreeFile[], proposal: ProposedComponent): ProposedComponent["languages"] {
  const { filemask, template, newBase, languages } = proposal;
  if (findFormat(proposal.fileFormat)?.folder || catalogueOf(proposal) !== undefined) return languages;
  const files = matchFiles(tree, { filemask, template, newBase, intermediate: "", languageRegex: USUAL_LANGUAGES });
  return [...languages.filter(({ path }) => path === template), ...files.translations];
}

/** Files that only as a whole tell which languages they hold, and how much of them all is read. */
const SEVERAL = /\.xcstrings$/i;
const WHOLE = 64 * MAX_SAMPLED_FILE;

/** How much of all files together is kept: a repository may name one large file any number of times. */
const KEPT = 96 * MAX_SAMPLED_FILE;

/** Proposed components, found by a reader when there is much to look at. @throws Invalid on repo; Busy */
async function look(wanted: DiscoveryRequest): Promise<ProposedComponent[]> {
  if (!needsReader(...wanted.plain.values())) return proposeComponents(wanted);
  try {
    return (await inReader<ProposedComponent[]>("repo", "lookThrough", wanted)).value;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw Invalid.field("repo", refusal("discoveryLong"), "too_costly");
  }
}

/** So many files of a proposal that cannot be read are named. */
const MOST_UNREAD = 20;

const namedUnread = (files: readonly UnreadFile[]): Proposal["unread"] => ({
  count: files.length,
  files: files.slice(0, MOST_UNREAD),
});

/** What is told of the content of the proposals; nothing when that takes too long. @throws Busy */
async function preview({ proposals, plain, seen }: PreviewsRequest): Promise<Preview[]> {
  const named = new Set(
    proposals.flatMap((one) => [one.template, one.newBase, ...one.languages.map(({ path }) => path)]),
  );
  const small = [...plain].filter(([path, { length }]) => named.has(path) && length < 4 * MAX_SAMPLED_FILE);
  const wanted = {
    proposals: proposals.map(({ fileFormat, template, newBase, languages }) => ({
      ...{ fileFormat, template, newBase, languages },
    })),
    plain: new Map(small),
    seen,
  };
  if (!needsReader(...wanted.plain.values(), ...seen.values())) return previewsOf(wanted);
  try {
    return (await inReader<Preview[]>("repo", "previewsOf", wanted)).value;
  } catch (error) {
    if (error instanceof Invalid) return [];
    throw error;
  }
}

/** So many contents are fetched at a time: the last ones are often not read any more. */
const BROUGHT = 200;

/** Contents of files that may hold translations; the names decide which are read. */
async function readTexts(probe: Probe): Promise<{ texts: Map<string, Uint8Array>; unread: Faults }> {
  const catalogs = probe.tree.filter((file) => isCatalogName(file.path));
  const candidates = [...catalogs, ...probe.tree.filter((file) => isOtherName(file.path))];
  const texts = new Map<string, Uint8Array>();
  const unread: Faults = new Map();
  let whole = WHOLE;
  let kept = 0;
  for (const [at, file] of candidates.slice(0, READ_LIMIT).entries()) {
    if (at % BROUGHT === 0) await probe.copy.bring(candidates.slice(at, at + BROUGHT).map(({ blob }) => blob));
    const bytes = await readable(probe.copy, file, unread);
    if (bytes === undefined) continue;
    const fits = SEVERAL.test(file.path) && bytes.length <= whole;
    if (fits) whole -= bytes.length;
    const part = fits ? bytes : bytes.subarray(0, MAX_SAMPLED_FILE);
    kept += part.length;
    if (kept > KEPT) break;
    // Bytes of their own, without what lies beside them in memory.
    texts.set(file.path, new Uint8Array(part));
  }
  return { texts, unread };
}

/** Why files cannot be read, by their paths. */
type Faults = Map<string, UnreadFile>;

/** Bytes of a file; undefined for one that cannot be read, such as one that is too large. @param unread is told of it */
async function readable(copy: WorkingCopy, file: TreeFile, unread: Faults): Promise<Uint8Array | undefined> {
  try {
    return await copy.read(file.blob, file.path);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    unread.set(file.path, { path: file.path, ...faultOf(error) });
    return undefined;
  }
}

/** Proposed files that are none in the repository, each of one base and one language. */
async function readViews(
  probe: Probe,
  proposals: readonly ProposedComponent[],
): Promise<{ seen: Map<string, Uint8Array>; unread: Faults }> {
  const seen = new Map<string, Uint8Array>();
  const unread: Faults = new Map();
  for (const proposal of proposals) {
    const format = findFormat(proposal.fileFormat);
    if (!format || (!format.folder && catalogueOf(proposal) === undefined)) continue;
    try {
      for (const [path, content] of await viewsOf(probe, proposal, unread)) seen.set(path, content);
    } catch (error) {
      // What takes too long for a sample goes without.
      if (error instanceof Invalid) break;
      throw error;
    }
  }
  return { seen, unread };
}

async function viewsOf(
  probe: Probe,
  proposal: ProposedComponent,
  unread: Faults,
): Promise<[path: string, content: Uint8Array][]> {
  const copy = seeFiles(probe.copy, [proposal], (job, input) => inReader("repo", job, input));
  const tree = await copy.tree(probe.commit);
  const other = proposal.languages.find((row) => row.path !== proposal.template);
  const views: [string, Uint8Array][] = [];
  for (const path of [proposal.template, other?.path]) {
    const file = tree.find((one) => one.path === path);
    const content = file && (await readable(copy, file, unread));
    if (file && content) views.push([file.path, content]);
  }
  return views;
}
