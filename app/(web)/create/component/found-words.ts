import type { Texts } from "#texts";
import { sentenceWords } from "@/app/ui/error-words";
import { languageNames } from "@/app/ui/language-names";
import type { Discovery } from "@/lib/domain/creation/discover";

/** What was found, with the languages as the reader names them, and in the reader's words why a file cannot be read. */
export function foundInWords(t: Texts, found: Discovery): Discovery {
  const { listed, of } = languageNames(t);
  return {
    ...found,
    codes: found.codes.map((code) => ({ ...code, own: { ...code.own, name: of(code.own.name) } })),
    proposals: found.proposals.map(({ unread, ...proposal }) => ({
      ...proposal,
      languages: listed(proposal.languages),
      unread: {
        ...unread,
        files: unread.files.map(({ said, message, ...file }) => ({
          ...file,
          message: sentenceWords(t, { message, said }),
        })),
      },
    })),
  };
}
