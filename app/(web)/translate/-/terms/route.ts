import { servePage } from "@/app/ui/serve-page";
import { addTerm } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import * as editor from "@/lib/domain/editor/add-term";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(addTerm, async ({ actor, body: { translation, glossary, account, ...term } }) => {
    await editor.addTerm(actor, { ...term, translationId: translation, glossaryId: glossary, accountId: account });
    return {};
  }),
);
