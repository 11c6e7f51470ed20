import { servePage } from "@/app/ui/serve-page";
import { linkUnit } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { linkString } from "@/lib/domain/editor/link-string";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(linkUnit, ({ actor, body }) => linkString(actor, body)),
);
