import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { viewer } from "@/lib/api/actor";
import type { Actor } from "@/lib/domain/access/actor";
import { type UserRow, userById } from "@/lib/domain/users/users";
import { refuseWhileViewing } from "@/lib/domain/users/viewing";
import { urls } from "@/lib/urls";
import { path } from "./paths";

const rendering = cache(() => ({}));
/** React remembers while it renders, and nowhere else: an action gets another answer each time. */
const isRendering = () => new Set([rendering(), rendering()]).size === 1;

/** Pages that are somebody's own: nobody looks at them through other eyes. */
const isPrivate = (page: string) => /^\/(?:accounts\/(?!(?:login|logout)\/)|memory\/(?:\?|$))/.test(page);

/**
 * Keeps a session that looks through other eyes from all but looking: actions are refused, and pages of the person's own lead to
 * the one that says so.
 * @throws Forbidden
 */
async function keepToLooking(actor: Actor): Promise<void> {
  const asked = await headers();
  const reads = asked.get("x-method") === "GET" || asked.get("x-method") === "HEAD";
  // A form without script is answered with a page: that one is rendered after the action was refused.
  if (!reads && !isRendering()) refuseWhileViewing(actor);
  if (isPrivate(asked.get("x-path") ?? "/")) redirect(path(urls.viewing()));
}

const currentEyes = cache(async () => viewer((await headers()).get("x-loquat-client") ?? undefined));

/**
 * The viewer of the page or action under way; asked once per request. Nobody when not signed in.
 * @throws Forbidden in an action of somebody who looks through other eyes
 */
export const currentActor: () => Promise<Actor> = cache(async () => {
  const actor = await currentEyes();
  if (actor.viewing) await keepToLooking(actor);
  return actor;
});

/** Whoever sits at the screen, whosever eyes the pages are seen through; undefined for nobody. */
export const currentReader: () => Promise<UserRow | undefined> = cache(async () => {
  const actor = await currentEyes();
  if (actor.viewing) return userById(actor.viewing.by.userId);
  return actor.isAnonymous ? undefined : userById(actor.userId);
});

/** The viewer's own row, undefined for nobody. */
export const currentUser: () => Promise<UserRow | undefined> = cache(async () => {
  const actor = await currentActor();
  return actor.isAnonymous ? undefined : userById(actor.userId);
});
