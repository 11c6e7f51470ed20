import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { type Refusal, sayRefusal } from "@/lib/text/messages/refusal";
import type { Denial, DenialReason } from "../errors";
import { describePermission, isPermission, type Permission } from "./permissions";

const inEnglish = (permission: string): string =>
  isPermission(permission) ? describePermission(permission) : permission;

/**
 * A denial with its sentence, in English and as it is said in other languages. The English one is made when somebody reads it: most
 * denials only answer whether something is allowed, hundreds of times for a page.
 * @param permission the one that would be needed
 */
export function denied(reason: DenialReason, said: Refusal, permission?: Permission): Denial {
  return {
    reason,
    ...(permission === undefined ? {} : { permission }),
    get text() {
      return sayRefusal(builtinEnglish(), said, inEnglish);
    },
    said,
  };
}
