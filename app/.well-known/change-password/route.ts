import { urls } from "@/lib/urls";

/** Where password managers find the form for a new password (W3C, "A Well-Known URL for Changing Passwords"). */
export function GET(): Response {
  return new Response(null, { status: 302, headers: { location: urls.profile("password") } });
}
