import { serveScim } from "@/lib/api/scim/serve-scim";

interface Context {
  params: Promise<Record<string, string | string[] | undefined>>;
}

async function handle(request: Request, context: Context): Promise<Response> {
  const { path } = await context.params;
  return serveScim(request, Array.isArray(path) ? path : [path ?? ""]);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
