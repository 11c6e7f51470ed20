import { dismissCheck } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { dismissInEditor } from "@/lib/domain/editor/dismiss";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(dismissCheck, async ({ actor, body: { unit, account, ...how } }) =>
    dismissInEditor(actor, { ...how, unitId: unit, accountId: account }),
  ),
);
