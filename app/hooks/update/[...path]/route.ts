import { updateHook } from "@/lib/api/hooks";

type Context = { params: Promise<{ path: string[] }> };

const handle = async (request: Request, { params }: Context) => updateHook(request, (await params).path);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
