import { servePage } from "@/app/ui/serve-page";
import { keepPreferences } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { setEditorPreferences } from "@/lib/domain/users/editor-preferences";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(keepPreferences, async ({ actor, body: { account, change } }) => {
    await setEditorPreferences(actor, account, change);
    return {};
  }),
);
