import { linkUnit } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { linkString } from "@/lib/domain/editor/link-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(linkUnit, ({ actor, body }) => linkString(actor, body)),
);
