import { changeAccount, presentHttpAccount, readAccount, removeAccount } from "@/lib/api/resources/http-accounts";
import { on, serve } from "@/lib/api/serve";
import { changeHttpAccount, findHttpAccount, removeHttpAccount } from "@/lib/domain/http-accounts/accounts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readAccount, async ({ actor, params }) => presentHttpAccount(await findHttpAccount(actor, params.id))),
  on(changeAccount, async ({ actor, params, body }) =>
    presentHttpAccount(await changeHttpAccount(actor, params.id, body)),
  ),
  on(removeAccount, ({ actor, params }) => removeHttpAccount(actor, params.id)),
);
