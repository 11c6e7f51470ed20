import { addTerm } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import * as editor from "@/lib/domain/editor/add-term";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(addTerm, async ({ actor, body: { translation, glossary, account, ...term } }) => {
    await editor.addTerm(actor, { ...term, translationId: translation, glossaryId: glossary, accountId: account });
    return {};
  }),
);
