import { present } from "@/lib/api/endpoint";
import { createUser, listUsers, presentSeenUser, presentUser, readUserInput } from "@/lib/api/resources/users";
import { on, serve } from "@/lib/api/serve";
import { findPersons } from "@/lib/domain/search/find-people";
import * as users from "@/lib/domain/users/manage-users";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUsers, async ({ actor, query, window }) => {
    const { is_active: isActive, ...filter } = query;
    return present(await findPersons(actor, { ...filter, isActive }, window), presentSeenUser);
  }),
  on(createUser, async ({ actor, body }) => presentUser((await users.createPerson(actor, readUserInput(body))).person)),
);
