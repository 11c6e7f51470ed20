import { type Actor, loadActor } from "@/lib/domain/access/actor";
import { insertUser } from "@/lib/domain/users/users";
import { inTransaction } from "@/lib/platform/database";

/** Makes a person with an e-mail address and gives the actor. */
export async function makePerson(username: string, options: { superuser?: boolean } = {}): Promise<Actor> {
  const name = username[0]?.toUpperCase() + username.slice(1);
  const row = await inTransaction((tx) =>
    insertUser(tx, {
      username,
      fullName: name,
      email: `${username}@example.org`,
      emailConfirmed: true,
      isSuperuser: options.superuser,
    }),
  );
  const actor = await loadActor(row.id);
  if (!actor) throw new Error("The person could not be loaded.");
  return actor;
}
