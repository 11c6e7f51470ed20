import { translationFileAnswer, uploadAnswer } from "@/lib/api/downloads";
import { downloadTranslationFile, putTranslationFile, uploadTranslationFile } from "@/lib/api/resources/files";
import { translationOf, translationOfFile } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadTranslationFile, async ({ actor, params, query, request }) =>
    translationFileAnswer(actor, await translationOfFile(actor, params), request, query),
  ),
  on(uploadTranslationFile, async ({ actor, params, query, body }) =>
    uploadAnswer(actor, await translationOf(actor, params), body, query.dry_run),
  ),
  on(putTranslationFile, async ({ actor, params, query, body }) =>
    uploadAnswer(actor, await translationOf(actor, params), body, query.dry_run),
  ),
);
