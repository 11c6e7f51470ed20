import { presentRoot, readRoot } from "@/lib/api/resources/root";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(on(readRoot, async () => presentRoot()));
