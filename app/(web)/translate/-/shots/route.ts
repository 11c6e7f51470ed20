import { servePage } from "@/app/ui/serve-page";
import { actOnShots } from "@/lib/api/resources/editor";
import { bytesOf } from "@/lib/api/resources/screenshots";
import { on } from "@/lib/api/serve";
import { actOnShot } from "@/lib/domain/editor/shots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(actOnShots, async ({ actor, body }) => {
    const { unit, account } = body;
    const what =
      "what" in body ? body.what : { act: "upload" as const, name: body.name, content: await bytesOf(body.image) };
    return actOnShot(actor, { unitId: unit, accountId: account, what });
  }),
);
