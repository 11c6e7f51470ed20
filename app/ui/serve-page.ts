import { type Binding, type SayerOf, serveIn } from "@/lib/api/serve";
import { textsOf } from "@/lib/text/messages/catalogue";
import { editorDenialWords } from "./editor-denial-words";
import { sentenceWords } from "./error-words";
import { languageOfRequest } from "./page-texts";

const inWordsOfPage: SayerOf = async (request, actor) => {
  const language = await languageOfRequest(request, actor);
  const t = textsOf(language);
  return {
    language,
    sentence: (worded) => sentenceWords(t, worded),
    denial: (denial) => editorDenialWords(t, denial),
  };
};

/** `serve` for what pages ask: what is refused is said in the language of the reader, and settings go by their labels. */
export const servePage = (...bindings: Binding[]): ReturnType<typeof serveIn> => serveIn(inWordsOfPage, bindings);
