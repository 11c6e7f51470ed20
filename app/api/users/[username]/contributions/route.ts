import { presentTranslation } from "@/lib/api/resources/translations";
import { listUserContributions } from "@/lib/api/resources/users";
import { on, serve } from "@/lib/api/serve";
import { translationsById } from "@/lib/domain/translations/translations";
import { contributedTranslations } from "@/lib/domain/users/user-statistics";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUserContributions, async ({ actor, params, window }) => {
    const { ids, count } = await contributedTranslations(actor, params.username, window);
    const rows = await translationsById(actor, ids);
    return { items: rows.map((row) => presentTranslation(actor, row)), count };
  }),
);
