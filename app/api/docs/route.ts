import { docsAnswer } from "@/lib/api/docs-page";
import { readDocs } from "@/lib/api/resources/root";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(on(readDocs, async () => docsAnswer()));
