import type { JobResult } from "@/lib/platform/readers/reader-job";
import { readFont } from "@/lib/text/fonts/read-font";

/** What readers do for fonts. */
export const FONT_JOBS = {
  readFont: ({ content }: { content: Uint8Array }): JobResult => ({ value: readFont(content) }),
};
