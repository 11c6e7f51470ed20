import { servePage } from "@/app/ui/serve-page";
import { findShotStrings } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { findStrings } from "@/lib/domain/editor/find-strings";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(findShotStrings, async ({ actor, body: { unit, texts, read } }) => ({
    found: await findStrings(actor, unit, texts, read),
  })),
);
