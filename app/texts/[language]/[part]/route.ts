import { isClientPart } from "@/app/ui/client-subjects";
import { sentTexts } from "@/app/ui/sent-texts";
import { setGzip } from "@/lib/api/answer-length";
import { pageLanguages } from "@/lib/text/messages/catalogue";

/** Whether `Accept-Encoding` names gzip, and not with the weight 0; RFC 9110, 12.5.3. */
const takesGzip = (accepted: string | null): boolean =>
  (accepted ?? "").split(",").some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding));

/**
 * What components in the browser say in a part of the pages. Its address names its version: a page of another build, or
 * from before a restart with other catalogues, gets the messages of today, and nobody keeps these under that address.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ language: string; part: string }> },
): Promise<Response> {
  const { language, part } = await params;
  if (!pageLanguages().includes(language) || !isClientPart(part))
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const { body, packed, version } = sentTexts(language, part);
  const same = new URL(request.url).searchParams.get("v") === version;
  const headers = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": same ? "public, max-age=31536000, immutable" : "no-store",
    Vary: "Accept-Encoding",
  });
  const unpacks = takesGzip(request.headers.get("accept-encoding"));
  if (unpacks) setGzip(headers);
  return new Response(unpacks ? packed : body, { headers });
}
