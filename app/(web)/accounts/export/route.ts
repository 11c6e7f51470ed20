import { viewer } from "@/lib/api/actor";
import { streamed } from "@/lib/api/downloads";
import { Forbidden, Unauthenticated } from "@/lib/domain/errors";
import { ownData } from "@/lib/domain/users/own-data";
import { urls } from "@/lib/urls";
import { ownPath } from "@/lib/urls/paths";

/** All that is known of whoever is signed in, as a file that is written while it is read. */
export async function GET(): Promise<Response> {
  const pieces = ownData(await viewer());
  try {
    const first = await pieces.next();
    const text = new TextEncoder();
    const all = async function* () {
      if (!first.done) yield text.encode(first.value);
      for await (const piece of pieces) yield text.encode(piece);
    };
    return new Response(streamed(all()), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": 'attachment; filename="loquat-account.json"',
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    if (error instanceof Forbidden) return new Response(null, { status: 302, headers: { location: urls.viewing() } });
    if (!(error instanceof Unauthenticated)) throw error;
    return new Response(null, { status: 302, headers: { location: urls.signIn(ownPath(urls.profile())) } });
  }
}
