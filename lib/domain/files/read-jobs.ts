import type { JobResult } from "@/lib/platform/readers/reader-job";
import { type FileFault, FormatError, faultOf } from "@/lib/text/formats/kernel/format";
import type { StringChange } from "./file-strings";
import { differences, type FileStrings, type FileToRead, readFileStrings } from "./file-strings";

/** What readers do with files of repositories. Pure functions of plain data, as in `../repository/file-jobs`. */

export interface SummaryRequest extends FileToRead {
  /** Whether all strings are wanted besides what differs. */
  whole: boolean;
}

/** The items are changes when `changesOnly` says so, else all strings and behind them the former ones. */
export interface FileSummary extends Pick<FileStrings, "duplicates" | "plural"> {
  refusal?: FileFault;
  size: number;
  known: boolean;
  changesOnly: boolean;
}

/** The strings of a file of a repository. */
function repositoryStrings({ whole, ...file }: SummaryRequest): JobResult {
  const summary: FileSummary = { size: 0, known: false, changesOnly: false, duplicates: [], plural: undefined };
  try {
    const { strings, former, duplicates, plural } = readFileStrings(file);
    const changesOnly = former !== undefined && !whole;
    Object.assign(summary, { size: strings.size, known: former !== undefined, changesOnly, duplicates, plural });
    if (changesOnly) return { value: summary, items: differences(former, strings) satisfies StringChange[] };
    return { value: summary, items: [...strings.values(), ...(former?.values() ?? [])] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { value: { ...summary, refusal: faultOf(error) } };
  }
}

export const SYNC_JOBS = { repositoryStrings };
