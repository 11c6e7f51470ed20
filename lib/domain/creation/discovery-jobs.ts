import type { JobResult } from "@/lib/platform/readers/reader-job";
import { discover, type ProposedComponent } from "@/lib/text/formats/discovery/discovery";
import { type FileFault, FormatError, faultOf, formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { isLanguageCode } from "@/lib/text/languages/discovery";

/** Looking through the files of a repository. Pure functions of plain data, for readers; see `file-jobs`. */

/** Files above this length give no samples. */
export const MAX_SAMPLED_FILE = 1024 * 1024;
const SAMPLES = 5;
/** How much is parsed for samples, and how much besides to see whether it can be read. */
const MAX_SAMPLED = 8 * MAX_SAMPLED_FILE;
const MAX_TRIED = 8 * MAX_SAMPLED_FILE;

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

type Sampled = Pick<ProposedComponent, "fileFormat" | "template" | "newBase" | "languages">;

export interface PreviewsRequest extends Contents {
  proposals: readonly Sampled[];
}

/** A file that cannot be read, and why. */
export type UnreadFile = FileFault & { path: string };

/** What is told of the content of a proposed component. */
export interface Preview {
  sample: Sample;
  /** Files that cannot be read, as far as they were tried. */
  unread: UnreadFile[];
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

/** First strings of proposed components, and their files that cannot be read; one for each. */
export function previewsOf({ proposals, plain, seen }: PreviewsRequest): Preview[] {
  const [toSample, toTry] = [{ left: MAX_SAMPLED }, { left: MAX_TRIED }];
  return proposals.map((proposal) => ({
    sample: sampleOf(proposal, { plain, seen }, toSample),
    unread: unreadOf(proposal, { plain, seen }, toTry),
  }));
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

/** Files of a proposal that cannot be read; long ones, of which only a part is here, are not tried. */
function unreadOf(
  { fileFormat, template, newBase, languages }: Sampled,
  { plain, seen }: Contents,
  budget: { left: number },
): UnreadFile[] {
  const format = findFormat(fileFormat);
  if (!format) return [];
  const bytesOf = (path: string) => {
    const bytes = seen.get(path) ?? plain.get(path);
    return bytes && bytes.length < MAX_SAMPLED_FILE ? bytes : undefined;
  };
  const base = bytesOf(template);
  const faults = new Map<string, UnreadFile>();
  const attempt = <T>(path: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      faults.set(path, { path, ...faultOf(error) });
      return undefined;
    }
  };
  const baseText = base && attempt(template, () => format.decode(base));
  const files = new Map(languages.map(({ path, code }) => [path, code]));
  if (newBase && !files.has(newBase)) files.set(newBase, "en");
  for (const [path, code] of files) {
    const bytes = bytesOf(path);
    if (!bytes || bytes.length > budget.left) continue;
    budget.left -= bytes.length;
    const isTemplate = path === template;
    const options = { languageCode: code, isTemplate, monolingual: template !== "", base: baseText };
    attempt(path, () => format.parse(format.decode(bytes), formatOptions(options)));
  }
  return [...faults.values()];
}

export const DISCOVERY_JOBS = {
  lookThrough: (wanted: DiscoveryRequest): JobResult => ({ value: proposeComponents(wanted) }),
  previewsOf: (wanted: PreviewsRequest): JobResult => ({ value: previewsOf(wanted) }),
};
