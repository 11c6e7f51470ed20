import { callerOf } from "@/lib/api/actor";
import { problemOf } from "@/lib/api/errors";
import { readBody } from "@/lib/api/read-body";
import { Forbidden, Invalid, NotFound } from "@/lib/domain/errors";
import { exportMemory, importMemory, MEMORY_FORMATS, type MemoryFormat } from "@/lib/domain/memory/exchange";
import { environment } from "@/lib/platform/environment";
import { readScope, scopePath } from "../scope";

/** The translation memory as a file. A route of its own, because a server action takes no large files. */

const TYPES: Readonly<Record<MemoryFormat, string>> = { tmx: "text/xml", json: "application/json" };

function failed(error: unknown): Response {
  const { status, body } = problemOf(error);
  return Response.json(body, { status });
}

/** Downloads a scope. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { actor } = await callerOf(request);
    const query = new URL(request.url).searchParams;
    const format = MEMORY_FORMATS.find((one) => one === query.get("format"));
    if (!format) throw new NotFound("There are the formats tmx and json.");
    const scope = await readScope(actor, query.get("scope") ?? "");
    const pieces = exportMemory(actor, scope, format);
    const name = scope.kind === "project" ? scope.project.slug : scope.kind;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    return new Response(body, {
      headers: {
        "content-type": `${TYPES[format]}; charset=utf-8`,
        "content-disposition": `attachment; filename=memory-${name}.${format}`,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    return failed(error);
  }
}

/** Only our own pages may post here. */
function refuseStrangers(request: Request): void {
  const origin = request.headers.get("origin");
  const own = [new URL(environment().baseUrl).host, request.headers.get("host")];
  if (origin === null || !own.includes(URL.parse(origin)?.host ?? null))
    throw new Forbidden({ reason: "not-supported", text: "Send the file from the page of the memory." });
}

/** Uploads a file into a scope and goes back to its page. */
export async function POST(request: Request): Promise<Response> {
  try {
    refuseStrangers(request);
    const { actor } = await callerOf(request);
    const form = (await readBody(request)).value as Record<string, unknown>;
    const scope = await readScope(actor, String(form.scope ?? ""));
    const back = (query: Record<string, string>) =>
      new Response(null, { status: 303, headers: { location: `${scopePath(scope)}?${new URLSearchParams(query)}` } });
    try {
      const { file } = form;
      if (!(file instanceof File) || file.size === 0) throw Invalid.field("file", "Choose a file.");
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { added, skipped, total } = await importMemory(actor, scope, { name: file.name, bytes });
      return back({ added: String(added), skipped: String(skipped), total: String(total) });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      return back({
        problem: error.fields
          .map((field) => field.message)
          .join(" ")
          .slice(0, 500),
      });
    }
  } catch (error) {
    return failed(error);
  }
}
