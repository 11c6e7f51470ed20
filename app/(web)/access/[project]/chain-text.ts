import type { Texts } from "#texts";
import { roleName, teamName } from "@/app/ui/built-in-names";
import type { Chain, Explanation } from "@/lib/domain/access/explain";

/** Names that are told before the rest is counted. */
const NAMED = 5;

function listed(t: Texts, names: readonly string[]): string {
  const rest = names.length - NAMED;
  const first = names.slice(0, NAMED).join(", ");
  return rest > 0 ? t("access.chain.andMore", { names: first, count: rest }) : first;
}

/** From the team to the place, as a sentence. */
export function oneChain(t: Texts, chain: Chain): string {
  const { team, role, reach, components, languages } = chain;
  const where =
    reach === "components"
      ? t("access.chain.components", { names: listed(t, components) })
      : t(`access.chain.${reach}`);
  const inLanguages =
    languages === undefined
      ? ""
      : languages.length === 0
        ? t("access.chain.noLanguages")
        : t("access.chain.languages", { names: listed(t, languages) });
  return [t("access.chain.team", { team: teamName(t, team.name), role: roleName(t, role.name) }), where, inLanguages]
    .filter(Boolean)
    .join(", ");
}

/** Why somebody may do a thing, or may not. */
export function chainText(t: Texts, { chains, reason }: Explanation): string {
  if (reason) return t(`access.chain.${reason}`);
  return chains.length === 0 ? t("access.chain.none") : chains.map((chain) => oneChain(t, chain)).join(" · ");
}
