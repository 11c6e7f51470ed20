import { Readable } from "node:stream";
import { currentSessionId } from "@/app/ui/start-session";
import { viewer } from "@/lib/api/actor";
import { attachmentHeaders } from "@/lib/api/downloads";
import { openBackup } from "@/lib/domain/backups/kept-backups";
import { DomainError, Invalid, NotFound, Throttled, Unauthenticated } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { ownPath } from "@/lib/urls/paths";

/** What the page says of a refusal. */
function pageAfter(error: DomainError): string {
  if (error instanceof Unauthenticated) return urls.signIn(ownPath(urls.backups()));
  if (error instanceof Invalid) return urls.backups({ problem: "refused" });
  if (error instanceof Throttled) return urls.backups({ problem: "throttled" });
  return urls.backups({ problem: error instanceof NotFound ? "gone" : undefined });
}

/** A backup as a file, for a superuser who has typed the password once more. */
export async function POST(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    const text = (name: string) => String(form.get(name) ?? "").slice(0, 1000);
    const name = text("name");
    const proof = { secret: text("current_password"), session: await currentSessionId() };
    const { content, size } = await openBackup(await viewer(), proof, name);
    return new Response(Readable.toWeb(content) as ReadableStream, {
      headers: {
        ...attachmentHeaders(name, "application/zip"),
        "Content-Length": String(size),
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return new Response(null, { status: 303, headers: { location: pageAfter(error) } });
  }
}
