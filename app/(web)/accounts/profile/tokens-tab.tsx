import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { TokenSection } from "@/app/ui/token-section";
import { listTokens } from "@/lib/domain/users/tokens";
import type { UserRow } from "@/lib/domain/users/users";
import { endOldOwn, newToken, revokeOwnToken, rotateOwnToken } from "./actions";

export async function TokensTab({ user }: { user: UserRow }) {
  const t = await getTexts();
  const tokens = await listTokens(await currentActor(), user.id);
  return (
    <TokenSection
      lead={t("profile.tokensLead")}
      tokens={tokens}
      create={newToken}
      revoke={revokeOwnToken}
      rotate={rotateOwnToken}
      endOld={endOldOwn}
    />
  );
}
