import type { Texts } from "#texts";
import { isPermission } from "@/lib/domain/access/permissions";
import type { Denial } from "@/lib/domain/errors";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { permissionWords } from "./permission-areas";

/** Why something is refused, in the language of the page; in English where nothing but the API's sentence is known. */
export function denialWords(t: Texts, { said, text }: Pick<Denial, "said" | "text">): string {
  if (!said) return text;
  return sayRefusal(t, said, (permission) => (isPermission(permission) ? permissionWords(t, permission) : permission));
}
