import { findShotStrings } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import { findStrings } from "@/lib/domain/editor/find-strings";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(findShotStrings, async ({ actor, body: { unit, texts, read } }) => ({
    found: await findStrings(actor, unit, texts, read),
  })),
);
