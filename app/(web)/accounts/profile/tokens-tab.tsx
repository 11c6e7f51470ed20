import { currentActor } from "@/app/ui/session";
import { TokenSection } from "@/app/ui/token-section";
import { listTokens } from "@/lib/domain/users/tokens";
import type { UserRow } from "@/lib/domain/users/users";
import { endToken, newToken } from "./actions";

export async function TokensTab({ user }: { user: UserRow }) {
  const tokens = await listTokens(await currentActor(), user.id);
  return (
    <TokenSection
      lead="A token may do what you may do. Its key is shown once."
      tokens={tokens}
      create={newToken}
      revoke={endToken}
    />
  );
}
