import { forgetHost } from "@/lib/api/resources/ssh";
import { on, serve } from "@/lib/api/serve";
import * as hosts from "@/lib/domain/ssh/hosts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(forgetHost, ({ actor, params }) => hosts.forgetHost(actor, params.host)),
);
