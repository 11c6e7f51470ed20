import { authSecret } from "@/lib/api/actor";
import { problemResponse, tooManyRequests } from "@/lib/api/errors";
import { allowSignIn } from "@/lib/api/throttle";
import { NotFound } from "@/lib/domain/errors";
import { checkPassword } from "@/lib/domain/users/users";
import { handleSignIn, isSignInPath, type SignedIn } from "@/lib/platform/sign-in";

interface Context {
  params: Promise<Record<string, string | string[] | undefined>>;
}

async function authorize(login: string, password: string): Promise<SignedIn | undefined> {
  const user = await checkPassword(login, password);
  return (
    user && { userId: user.id, version: user.sessionVersion, name: user.fullName || user.username, email: user.email }
  );
}

async function handle(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  const path = Array.isArray(nextauth) ? nextauth : [nextauth ?? ""];
  if (!isSignInPath(path)) return problemResponse(new NotFound("There is no such address in the API."));
  return handleSignIn(request, path, {
    secret: await authSecret(),
    authorize,
    async guard(login) {
      const verdict = await allowSignIn(request, login);
      return verdict && !verdict.allowed ? tooManyRequests(verdict) : undefined;
    },
  });
}

export { handle as GET, handle as POST };
