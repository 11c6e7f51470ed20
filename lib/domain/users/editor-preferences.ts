import { z } from "zod";
import { users } from "@/lib/generated/tables";
import { assigned } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Unauthenticated } from "../errors";
import type { UserRow } from "./users";

/** How somebody likes the editor. Kept with the account, so that it is the same in every browser. */

const names = z.array(z.string().max(40)).max(30);
const shapes = {
  /** A box of the browser's instead of the editor's own field. */
  plainField: z.boolean(),
  /** Placeholders are passed over by the caret and deleted as a whole. */
  protect: z.boolean(),
  /** Single letters are keys while nobody is typing. */
  singleKeys: z.boolean(),
  /** One column in reading order. */
  linear: z.boolean(),
  /** Keys of commands, where they are not the usual ones. */
  keys: z.record(z.string().max(40), z.array(z.string().min(1).max(40)).max(4)),
  /** Panels beside the string: their order, and the ones that stay open. */
  panels: z.object({ order: names, pinned: names }),
  /** Characters that one wants at hand. */
  characters: z.string().max(200),
};

const USUAL = {
  plainField: false,
  protect: true,
  singleKeys: true,
  linear: false,
  keys: {},
  panels: { order: [], pinned: [] },
  characters: "",
};

/** What may be changed at once; anything that is left out stays. */
export const editorPreferencesChange = z
  .strictObject({
    ...shapes,
    keys: shapes.keys
      .refine((keys) => Object.keys(keys).length <= 100, "These are more commands than there are.")
      .refine((keys) => {
        const all = Object.values(keys).flat();
        return new Set(all).size === all.length;
      }, "A key can be the key of one command only."),
  })
  .partial();

const stored = z.object({
  plainField: shapes.plainField.catch(USUAL.plainField),
  protect: shapes.protect.catch(USUAL.protect),
  singleKeys: shapes.singleKeys.catch(USUAL.singleKeys),
  linear: shapes.linear.catch(USUAL.linear),
  keys: shapes.keys.catch(USUAL.keys),
  panels: shapes.panels.catch(USUAL.panels),
  characters: shapes.characters.catch(USUAL.characters),
});

export type EditorPreferences = z.infer<typeof stored>;

/** The preferences of a user, or the usual ones. */
export function editorPreferencesOf(user: Pick<UserRow, "preferences"> | undefined): EditorPreferences {
  const kept = user?.preferences.editor;
  return stored.parse(typeof kept === "object" && kept !== null ? kept : {});
}

/**
 * Changes some of the actor's preferences; the others stay, whatever other tabs change meanwhile.
 * @param accountId whose preferences they are: another account may have signed in since
 */
export async function setEditorPreferences(
  actor: Actor,
  accountId: number,
  change: Partial<EditorPreferences>,
): Promise<void> {
  if (actor.isAnonymous || actor.userId !== accountId) throw new Unauthenticated(refusal("signInPreferences"), true);
  const given = JSON.stringify(change);
  const preferences = sql`${users.preferences} ||
    jsonb_build_object('editor', coalesce(${users.preferences} -> 'editor', '{}'::jsonb) || ${given}::jsonb)`;
  await db.run(sql`update ${users} set ${assigned(users, { preferences })} where ${users.id} = ${actor.userId}`);
}
