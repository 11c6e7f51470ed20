import JSZip from "jszip";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { worded } from "@/lib/text/messages/worded";

/** Archives that people upload, read with bounds. New ones are written by `writeZip` of the formats' kernel. */

/** A member that was read whole. */
export interface ReadMember {
  path: string;
  content: Uint8Array;
}

/** What Git takes for its own folder on some system, and so refuses on all; it may end by blanks, dots or a stream. */
const NAMES_GIT = /(?:^|\/)(?:\.git|git~1)[ .]*(?:[:/]|$)/i;
/** Characters that a file system of macOS does not see in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** What an archive may unpack to: entries, bytes of one and of all. */
export interface ArchiveLimits {
  entries: number;
  entryBytes: number;
  bytes: number;
}

/** An archive that cannot or may not be read. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  constructor(readonly said: Refusal) {
    super(worded(said).message);
  }
}

/**
 * Reads an archive into memory. Folders and links are left out; names that leave the folder are refused.
 * @throws ArchiveError for a broken archive, a bomb, or a bad name
 */
export async function readArchive(bytes: Uint8Array, limits: ArchiveLimits): Promise<ReadMember[]> {
  let zip: JSZip;
  try {
    zip = await JSZip.loadAsync(bytes, { createFolders: false });
  } catch {
    throw new ArchiveError(refusal("zipNot"));
  }
  const files = Object.values(zip.files).filter((file) => !file.dir);
  if (files.length > limits.entries) throw new ArchiveError(refusal("zipFiles", { most: String(limits.entries) }));
  const members: ReadMember[] = [];
  let total = 0;
  for (const file of files) {
    const path = (file as { unsafeOriginalName?: string }).unsafeOriginalName ?? file.name;
    if (/^\/|\\|(^|\/)\.\.?(\/|$)|\0/.test(path) || NAMES_GIT.test(path.replace(IGNORED, "")))
      throw new ArchiveError(refusal("zipName", { path: path.slice(0, 100) }));
    const mode = (file.unixPermissions as number | null) ?? 0;
    if ((mode & 0o170000) === 0o120000) continue;
    const content = await bounded(file, Math.min(limits.entryBytes, limits.bytes - total));
    total += content.length;
    members.push({ path, content });
  }
  return members;
}

/** Unpacks one member and stops as soon as it is larger than it may be. */
function bounded(file: JSZip.JSZipObject, most: number): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const stream = (
      file as unknown as { internalStream(type: "uint8array"): JSZip.JSZipStreamHelper<Uint8Array> }
    ).internalStream("uint8array");
    stream
      .on("data", (chunk) => {
        size += chunk.length;
        if (size > most) {
          stream.pause();
          fail(new ArchiveError(refusal("zipLarge")));
        } else chunks.push(chunk);
      })
      .on("error", () => fail(new ArchiveError(refusal("zipDamaged"))))
      .on("end", () => done(Buffer.concat(chunks, size)))
      .resume();
  });
}
