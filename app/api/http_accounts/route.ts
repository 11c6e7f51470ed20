import { addAccount, listAccounts, presentHttpAccount } from "@/lib/api/resources/http-accounts";
import { on, serve } from "@/lib/api/serve";
import { addHttpAccount, listHttpAccounts } from "@/lib/domain/http-accounts/accounts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listAccounts, async ({ actor }) => (await listHttpAccounts(actor)).map(presentHttpAccount)),
  on(addAccount, async ({ actor, body }) => presentHttpAccount(await addHttpAccount(actor, body))),
);
