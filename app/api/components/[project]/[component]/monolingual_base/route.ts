import { fileAnswer } from "@/lib/api/downloads";
import { downloadMonolingualBase } from "@/lib/api/resources/files";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { baseFile } from "@/lib/domain/working-copy/current-file";
import { refusal } from "@/lib/text/messages/refusal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadMonolingualBase, async ({ actor, params }) =>
    fileAnswer(await baseFile(actor, await componentOf(actor, params)), refusal("noBaseFile")),
  ),
);
