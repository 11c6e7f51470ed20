import { errorWords } from "@/app/ui/error-words";
import { textsOfRequest } from "@/app/ui/page-texts";
import { servePage } from "@/app/ui/serve-page";
import { toldOnce } from "@/app/ui/told-once";
import { attachmentHeaders, streamed } from "@/lib/api/downloads";
import { downloadMemory, uploadMemory } from "@/lib/api/resources/memory-file";
import { on } from "@/lib/api/serve";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { exportMemory, importMemory, MEMORY_FORMATS, type MemoryFormat } from "@/lib/domain/memory/exchange";
import { readScope, scopePath } from "../scope";

const TYPES: Readonly<Record<MemoryFormat, string>> = { tmx: "text/xml", json: "application/json" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(downloadMemory, async ({ actor, query }) => {
    const format = MEMORY_FORMATS.find((one) => one === query.format);
    if (!format) throw new NotFound("Unknown format: choose tmx or json.");
    const scope = await readScope(actor, query.scope);
    const name = scope.kind === "project" ? scope.project.slug : scope.kind;
    const pieces = exportMemory(actor, scope, format);
    return new Response(streamed(inBytes(pieces)), {
      headers: attachmentHeaders(`memory-${name}.${format}`, `${TYPES[format]}; charset=utf-8`),
    });
  }),
  on(uploadMemory, async ({ actor, request, body: { file, scope: name } }) => {
    const scope = await readScope(actor, name);
    const back = (query: Record<string, string>, headers: Record<string, string> = {}) =>
      new Response(null, {
        status: 303,
        headers: { location: `${scopePath(scope)}?${new URLSearchParams(query)}`, ...headers },
      });
    try {
      if (!(file instanceof File) || file.size === 0)
        throw Invalid.field("file", (await textsOfRequest(request, actor))("upload.chooseFile"));
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { added, skipped, total } = await importMemory(actor, scope, { name: file.name, bytes });
      return back({ added: String(added), skipped: String(skipped), total: String(total) });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const { mark, cookie } = toldOnce(errorWords(await textsOfRequest(request, actor), error));
      return back({ problem: mark }, { "set-cookie": cookie });
    }
  }),
);

async function* inBytes(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
