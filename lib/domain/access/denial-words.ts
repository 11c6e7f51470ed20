import { sayRefusal } from "@/lib/text/messages/refusal";
import type { TextKey, Texts } from "@/lib/text/messages/translator";
import type { Denial } from "../errors";
import { describePermission, isPermission, type Permission } from "./permissions";

/** Permissions and denials, in the language of whoever reads of them. */

/** What a permission allows, in the language of `t`; in English where it has no words for it. */
export function permissionWords(t: Texts, permission: Permission): string {
  const key = `permissions.name.${permission.replaceAll(".", "_")}` as TextKey;
  return t.has(key) ? t(key) : describePermission(permission);
}

/** Why something is refused, in the language of `t`; in English where nothing but that sentence is known. */
export function denialWords(t: Texts, { said, text }: Pick<Denial, "said" | "text">): string {
  if (!said) return text;
  return sayRefusal(t, said, (permission) => (isPermission(permission) ? permissionWords(t, permission) : permission));
}
