import { functions } from "@/inngest/index";
import { serveFunctions } from "@/lib/platform/queue";

const handle = serveFunctions(functions);

export { handle as GET, handle as POST, handle as PUT };
