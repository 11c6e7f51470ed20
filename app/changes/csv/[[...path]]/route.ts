import { changesExport } from "@/lib/api/exports";

type Context = { params: Promise<{ path?: string[] }> };

const handle = async (request: Request, { params }: Context) => changesExport(request, (await params).path ?? []);

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT };
