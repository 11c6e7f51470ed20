import { addHost, listHosts, presentCodeHost } from "@/lib/api/resources/code-hosts";
import { on, serve } from "@/lib/api/serve";
import { addCodeHost, listCodeHosts } from "@/lib/domain/requests/accounts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listHosts, async ({ actor }) => (await listCodeHosts(actor)).map(presentCodeHost)),
  on(addHost, async ({ actor, body }) => presentCodeHost(await addCodeHost(actor, body))),
);
