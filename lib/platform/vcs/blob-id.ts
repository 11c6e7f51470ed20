import { createHash } from "node:crypto";

/** Git's id of a blob with this content (SHA-1 repositories). */
export function blobId(content: Uint8Array): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
