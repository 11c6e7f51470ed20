import { forgeHook } from "@/lib/api/hooks";

type Context = { params: Promise<{ rest: string[] }> };

const handle = async (request: Request, { params }: Context) => forgeHook(request, (await params).rest.join("/"));

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
