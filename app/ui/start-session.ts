import { cookies, headers } from "next/headers";
import { authSecret } from "@/lib/api/actor";
import { allowSignIn } from "@/lib/api/throttle";
import { Forbidden } from "@/lib/domain/errors";
import type { UserRow } from "@/lib/domain/users/users";
import { environment } from "@/lib/platform/environment";
import { makeSessionCookie } from "@/lib/platform/sign-in";

const MONTH = 30 * 86_400;

/** Signs a user in on the browser that sent the form under way. */
export async function startSession(
  user: Pick<UserRow, "id" | "sessionVersion" | "fullName" | "username" | "email">,
): Promise<void> {
  const made = await makeSessionCookie(
    { userId: user.id, version: user.sessionVersion, name: user.fullName || user.username, email: user.email },
    await authSecret(),
  );
  const at = made.indexOf("=");
  (await cookies()).set(made.slice(0, at), made.slice(at + 1), {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: environment().baseUrl.startsWith("https://"),
    maxAge: MONTH,
  });
}

/** Counts one attempt to sign in or register. @throws Forbidden when there were too many */
export async function countAttempt(login: string): Promise<void> {
  const request = new Request(environment().baseUrl, { headers: new Headers(await headers()) });
  const verdict = await allowSignIn(request, login);
  if (verdict && !verdict.allowed)
    throw new Forbidden({
      reason: "blocked",
      text: `Too many attempts. Try again in ${Math.ceil(verdict.reset)} seconds.`,
    });
}
