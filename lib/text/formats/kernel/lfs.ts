import { refusal } from "@/lib/text/messages/refusal";
import { type FileFormat, FormatError } from "./format";

/** Files whose content Git LFS keeps elsewhere: the repository has a few lines in their place. */

const POINTER = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n/;
/** Bytes of the longest one, as its specification has it. */
const LONGEST = 1024;

/** Whether a file is such a pointer. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.length > LONGEST) return false;
  const text = new TextDecoder().decode(bytes);
  return POINTER.test(text) && /\noid [a-z0-9-]+:[0-9a-f]+\n/.test(text);
}

/** The format, which takes no pointer for a text. */
export function refusingPointers(format: FileFormat): FileFormat {
  return {
    ...format,
    decode(bytes) {
      if (isLfsPointer(bytes)) throw new FormatError(refusal("readLfs"), 1, 1);
      return format.decode(bytes);
    },
  };
}
