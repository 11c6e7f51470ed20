import { answerSignIn } from "@/lib/api/sign-in";

interface Context {
  params: Promise<Record<string, string | string[] | undefined>>;
}

async function handle(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  return answerSignIn(request, Array.isArray(nextauth) ? nextauth : [nextauth ?? ""]);
}

export { handle as GET, handle as POST };
