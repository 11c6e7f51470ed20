import { changeHost, presentCodeHost, readHost, removeHost } from "@/lib/api/resources/code-hosts";
import { on, serve } from "@/lib/api/serve";
import { changeCodeHost, findCodeHostAccount, removeCodeHost } from "@/lib/domain/requests/accounts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readHost, async ({ actor, params }) => presentCodeHost(await findCodeHostAccount(actor, params.id))),
  on(changeHost, async ({ actor, params, body }) => presentCodeHost(await changeCodeHost(actor, params.id, body))),
  on(removeHost, ({ actor, params }) => removeCodeHost(actor, params.id)),
);
