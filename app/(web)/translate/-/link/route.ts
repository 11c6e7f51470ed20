import { linkUnit } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import { linkString } from "@/lib/domain/editor/link-string";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(linkUnit, ({ actor, body }) => linkString(actor, body)),
);
