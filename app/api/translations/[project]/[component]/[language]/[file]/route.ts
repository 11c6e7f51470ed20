import { conversionInPath, translationFileAnswer } from "@/lib/api/downloads";
import { downloadConvertedFile } from "@/lib/api/resources/files";
import { translationOfFile } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadConvertedFile, async ({ actor, params, query, request }) => {
    const format = conversionInPath(request);
    return translationFileAnswer(actor, await translationOfFile(actor, params), request, { format, q: query.q });
  }),
);
