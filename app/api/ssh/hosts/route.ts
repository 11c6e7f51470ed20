import { addHost, listHosts, presentHostKey } from "@/lib/api/resources/ssh";
import { on, serve } from "@/lib/api/serve";
import { addHostKey, listHostKeys } from "@/lib/domain/ssh/hosts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listHosts, async ({ actor }) => (await listHostKeys(actor)).map(presentHostKey)),
  on(addHost, async ({ actor, body }) => (await addHostKey(actor, body.line)).map(presentHostKey)),
);
