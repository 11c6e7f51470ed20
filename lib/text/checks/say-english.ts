import type { Finding } from "@/lib/text/checks/check";
import { sayFinding } from "@/lib/text/checks/say";
import { builtinEnglish } from "@/lib/text/messages/catalogue";

/** What a check found, in the words of the API. Apart from `say.ts`, as a browser has one language only. */
export const englishFinding = (finding: Pick<Finding, "sentences">): string => sayFinding(builtinEnglish(), finding);
