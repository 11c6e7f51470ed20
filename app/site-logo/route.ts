import { siteLogo } from "@/lib/domain/settings/appearance";

/** The logo of the installation, for the top of its pages. Its address changes with the picture. */
export async function GET(): Promise<Response> {
  const logo = await siteLogo();
  if (!logo) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(logo.content), {
    headers: {
      "Content-Type": logo.mimeType,
      "Content-Disposition": "inline",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
