import { lstat, readFile } from "node:fs/promises";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { blobId } from "./blob-id";
import { tool } from "./git-command";
import { VcsError } from "./vcs";

/**
 * How much of a repository is taken in. A few kilobytes can stand for any number of files and bytes, as trees and blobs
 * may be named again and again: what is too large is refused before anything of it is checked out or read.
 */
interface RepositoryLimits {
  /** Files of one commit. */
  files: number;
  /** Characters of its listing. */
  listing: number;
  /** Bytes of all its files. */
  bytes: number;
}

const LIMITS: RepositoryLimits = { files: 300_000, listing: 40_000_000, bytes: 10_000_000_000 };

/** Bytes of one file that is read: PO with 1,000,000 strings has some 110 MB. */
const LARGEST_FILE = 256_000_000;

/** What is said of a file that is not read. */
function tooLarge(): FormatError {
  return new FormatError(refusal("readFileLarge", { most: LARGEST_FILE / 1_000_000 }), 1, 1);
}

/**
 * Refuses a commit with more in it than a working copy may hold; gives its listing.
 * @param partial whether the files are not all fetched: nobody knows their sizes then
 * @throws VcsError
 */
export async function demandLimits(
  folder: string,
  commit: string,
  limits: RepositoryLimits = LIMITS,
  partial = false,
): Promise<string> {
  const most = (what: Refusal) => new VcsError("too-large", refusal("vcsLarge", { what }));
  const files = most(refusal("vcsFiles", { count: limits.files.toLocaleString("en") }));
  const list = (...sizes: string[]) =>
    limited(
      folder,
      limits.listing,
      () => files,
      (git) => git.raw("ls-tree", "-r", "-z", "--full-tree", ...sizes, commit),
    );
  // A partial copy knows no sizes.
  const listed = await list(...(partial ? [] : ["-l"]));
  let count = 0;
  let bytes = 0;
  for (const [, size] of listed.matchAll(ENTRY)) {
    if (++count > limits.files) throw files;
    bytes += Number(size ?? 0);
  }
  if (bytes > limits.bytes) throw most(refusal("vcsGigabytes", { count: limits.bytes / 1_000_000_000 }));
  return listed;
}

/** An entry of a listing, with its size where it was asked for and the entry is a file. */
const ENTRY = /(?:^|\0)\d{6} \w+ [0-9a-f]{40,64}(?: +(?:(\d+)|-))?\t/g;

/**
 * The same for what was just fetched into a reference, which is put back to what it was; gives the
 * listing of a commit that was not there before.
 * @throws VcsError
 */
export async function demandFetched(
  folder: string,
  reference: string,
  before: string | null,
  after: string | null,
  partial = false,
): Promise<string | undefined> {
  if (after === null || after === before) return undefined;
  try {
    return await demandLimits(folder, after, LIMITS, partial);
  } catch (error) {
    await tool(folder).raw("update-ref", ...(before ? [reference, before] : ["-d", reference]));
    throw error;
  }
}

/** Bytes of an ordinary file; undefined when something else or nothing is there. @throws FormatError when it is too large */
export async function readOrdinaryFile(path: string, largest = LARGEST_FILE): Promise<Uint8Array | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  if (found.size > largest) throw tooLarge();
  return readFile(path);
}

/** How often a blob is read that came otherwise than its id says. */
const READINGS = 3;

/**
 * Content of a blob, held against its id: a machine under load may cut off what a process prints, and most formats would
 * take a file that was cut off for a shorter one.
 * @throws FormatError when it is too large; VcsError when it stays wrong
 */
export async function readBlob(folder: string, blob: string, largest = LARGEST_FILE): Promise<Uint8Array> {
  for (let reading = 1; reading <= READINGS; reading++) {
    const content = await limited(folder, largest, tooLarge, (git) => git.showBuffer([blob]));
    if (blobId(content, blob.length === 64 ? "sha256" : "sha1") === blob) return content;
  }
  throw new VcsError("broken", refusal("vcsBlob", { blob }));
}

/** Runs git, and ends it as soon as it has printed more than it may. */
async function limited<T>(
  folder: string,
  most: number,
  refusal: () => Error,
  work: (git: ReturnType<typeof tool>) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  try {
    return await work(tool(folder, { most: { bytes: most, end } }));
  } catch (error) {
    throw end.signal.aborted ? refusal() : error;
  }
}
