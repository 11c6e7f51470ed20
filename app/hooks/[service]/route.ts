import { forgeHook } from "@/lib/api/hooks";

type Context = { params: Promise<{ service: string }> };

const handle = async (request: Request, { params }: Context) => forgeHook(request, (await params).service);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
