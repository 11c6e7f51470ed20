import {
  changeLanguage,
  deleteLanguage,
  presentLanguage,
  readLanguage,
  replaceLanguage,
} from "@/lib/api/resources/languages";
import { on, serve } from "@/lib/api/serve";
import * as languages from "@/lib/domain/languages/languages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readLanguage, async ({ params }) => presentLanguage(await languages.findLanguage(params.language))),
  on(replaceLanguage, async ({ actor, params, body }) =>
    presentLanguage(await languages.updateLanguage(actor, params.language, body)),
  ),
  on(changeLanguage, async ({ actor, params, body }) =>
    presentLanguage(await languages.updateLanguage(actor, params.language, body)),
  ),
  on(deleteLanguage, async ({ actor, params }) => languages.removeLanguage(actor, params.language)),
);
