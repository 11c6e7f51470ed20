import type { JobResult } from "@/lib/platform/readers/reader-job";
import { discover, type ProposedComponent } from "@/lib/text/formats/discovery/discovery";
import { FormatError, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { isLanguageCode } from "@/lib/text/languages/discovery";

/** Looking through the files of a repository. Pure functions of plain data, for readers; see `file-jobs`. */

/** Files above this length give no samples. */
export const MAX_SAMPLED_FILE = 1024 * 1024;
const SAMPLES = 5;
/** How much is parsed for samples. */
const MAX_SAMPLED = 8 * MAX_SAMPLED_FILE;

/** Contents of files by path: plain ones, and those that are none in the repository but seen as such. */
export interface Contents {
  plain: ReadonlyMap<string, Uint8Array>;
  seen: ReadonlyMap<string, Uint8Array>;
}

export interface DiscoveryRequest {
  paths: readonly string[];
  plain: Contents["plain"];
  sourceLanguage: string;
}

/** First strings with one of their translations. */
export type Sample = { source: string; target: string }[];

type Sampled = Pick<ProposedComponent, "fileFormat" | "template" | "languages">;

export interface SamplesRequest extends Contents {
  proposals: readonly Sampled[];
}

/** Components that a repository seems to have. */
export function proposeComponents({ paths, plain, sourceLanguage }: DiscoveryRequest): ProposedComponent[] {
  const texts = new Map<string, string>();
  const read = (path: string) => {
    const bytes = plain.get(path);
    if (bytes === undefined) return undefined;
    const text = texts.get(path) ?? new TextDecoder().decode(bytes);
    texts.set(path, text);
    return text;
  };
  return discover(paths, read, { sourceLanguage, isLanguageCode });
}

/** Samples of proposed components, one for each. */
export function samplesOf({ proposals, plain, seen }: SamplesRequest): Sample[] {
  const budget = { left: MAX_SAMPLED };
  return proposals.map((proposal) => sampleOf(proposal, { plain, seen }, budget));
}

function sampleOf(proposal: Sampled, { plain, seen }: Contents, budget: { left: number }): Sample {
  const format = findFormat(proposal.fileFormat);
  const translation = proposal.languages.find((row) => row.path !== proposal.template);
  const read = (path: string | undefined, code: string) => {
    const own = path === undefined ? undefined : seen.get(path);
    const bytes = path === undefined ? undefined : plain.get(path);
    if (!format || !(own ?? bytes)) return [];
    const text = own ? format.decode(own) : new TextDecoder().decode(bytes);
    if (text.length >= MAX_SAMPLED_FILE || text.length > budget.left) return [];
    budget.left -= text.length;
    return format.parse(text, formatOptions({ languageCode: code })).entries;
  };
  try {
    const target = read(translation?.path, translation?.code ?? "en");
    if (!proposal.template)
      return target
        .slice(0, SAMPLES)
        .map((entry) => ({ source: entry.sources[0] ?? "", target: entry.targets[0] ?? "" }));
    const byKey = new Map(target.map((entry) => [entry.context, entry.targets[0] ?? ""]));
    const source = proposal.languages.find((row) => row.path === proposal.template);
    return read(proposal.template, source?.code ?? "en")
      .slice(0, SAMPLES)
      .map((entry) => ({ source: entry.targets[0] ?? "", target: byKey.get(entry.context) ?? "" }));
  } catch (error) {
    // The import tells where a file is broken; a preview can do without it.
    if (error instanceof FormatError) return [];
    throw error;
  }
}

export const DISCOVERY_JOBS = {
  lookThrough: (wanted: DiscoveryRequest): JobResult => ({ value: proposeComponents(wanted) }),
  samplesOf: (wanted: SamplesRequest): JobResult => ({ value: samplesOf(wanted) }),
};
