import { fileAnswer } from "@/lib/api/downloads";
import { downloadNewTemplate } from "@/lib/api/resources/files";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { templateFile } from "@/lib/domain/working-copy/current-file";
import { refusal } from "@/lib/text/messages/refusal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadNewTemplate, async ({ actor, params }) =>
    fileAnswer(await templateFile(actor, await componentOf(actor, params)), refusal("noNewTemplate")),
  ),
);
