import { createHash } from "node:crypto";

/** Git's id of a blob with this content; of repositories with SHA-256 where that is named. */
export function blobId(content: Uint8Array, algorithm: "sha1" | "sha256" = "sha1"): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
}
