import { textsOfRequest } from "@/app/ui/page-texts";
import { servePage } from "@/app/ui/serve-page";
import { readHeads } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { describeTranslations } from "@/lib/domain/editor/head";
import { namedHead } from "../../reader-names";

const MOST = 20;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readHeads, async ({ actor, query, request }) => {
    const ids = query.translations.split(",").slice(0, MOST).map(Number);
    const heads = await describeTranslations(
      actor,
      ids.filter((id) => Number.isSafeInteger(id) && id > 0),
    );
    const t = await textsOfRequest(request, actor);
    return heads.map((head) => namedHead(t, head));
  }),
);
