import { nothing } from "@/lib/api/serve";

/** Whatever no export takes. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = nothing("There is no such export.");
