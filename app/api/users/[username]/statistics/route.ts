import { presentUserStatistics, readUserStatistics } from "@/lib/api/resources/users";
import { on, serve } from "@/lib/api/serve";
import { userStatistics } from "@/lib/domain/users/user-statistics";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readUserStatistics, async ({ actor, params }) =>
    presentUserStatistics(await userStatistics(actor, params.username)),
  ),
);
