import { headers } from "next/headers";
import { cache } from "react";
import { viewer } from "@/lib/api/actor";
import type { Actor } from "@/lib/domain/access/actor";
import { type UserRow, userById } from "@/lib/domain/users/users";

/** The viewer of the page or action under way; asked once per request. Nobody when not signed in. */
export const currentActor: () => Promise<Actor> = cache(async () =>
  viewer((await headers()).get("x-loquat-client") ?? undefined),
);

/** The viewer's own row, undefined for nobody. */
export const currentUser: () => Promise<UserRow | undefined> = cache(async () => {
  const actor = await currentActor();
  return actor.isAnonymous ? undefined : userById(actor.userId);
});
