import { present } from "@/lib/api/endpoint";
import { createLanguage, listLanguages, presentLanguage } from "@/lib/api/resources/languages";
import { on, serve } from "@/lib/api/serve";
import * as languages from "@/lib/domain/languages/languages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listLanguages, async ({ window }) => present(await languages.listLanguages(window), presentLanguage)),
  on(createLanguage, async ({ actor, body }) =>
    presentLanguage(await languages.createLanguage(actor, { direction: "", population: 0, ...body })),
  ),
);
