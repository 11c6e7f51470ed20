import { serve } from "@/lib/api/serve";

/** Whatever no other route takes: the same JSON 404 as for an object that is not there. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve();
