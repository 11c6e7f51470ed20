import type { Texts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import type { Discovery } from "@/lib/domain/creation/discover";

/** What was found, with the languages as the reader names them. */
export function withNamedLanguages(t: Texts, found: Discovery): Discovery {
  const { listed, of } = languageNames(t);
  return {
    ...found,
    codes: found.codes.map((code) => ({ ...code, own: { ...code.own, name: of(code.own.name) } })),
    proposals: found.proposals.map((proposal) => ({ ...proposal, languages: listed(proposal.languages) })),
  };
}
