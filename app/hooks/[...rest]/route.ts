import { demandHooks } from "@/lib/api/resources/hooks";
import { nothing } from "@/lib/api/serve";

/** Whatever no hook takes. */
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = nothing("There is no such hook.", demandHooks);
