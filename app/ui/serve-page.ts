import { type Binding, serve } from "@/lib/api/serve";
import { DomainError, Forbidden, Invalid } from "@/lib/domain/errors";
import { errorWords, sentenceWords } from "./error-words";
import { textsOfRequest } from "./page-texts";

type Texts = Awaited<ReturnType<typeof textsOfRequest>>;

/** The same error with its sentences as a page says them. */
function inWords(t: Texts, error: DomainError): DomainError {
  if (error instanceof Forbidden)
    return new Forbidden({ ...error.denial, text: errorWords(t, error), said: undefined });
  if (error instanceof Invalid)
    return new Invalid(
      error.fields.map(({ path, code, ...words }) => ({ path, code, message: sentenceWords(t, words) })),
    );
  error.message = sentenceWords(t, error);
  return error;
}

/** `serve` for what pages ask: what the domain refuses is said in the language of the reader, not in that of the API. */
export const servePage = (...bindings: Binding[]): ReturnType<typeof serve> =>
  serve(
    ...bindings.map((binding) => ({
      ...binding,
      run: async (input: Parameters<Binding["run"]>[0]) => {
        try {
          return await binding.run(input);
        } catch (error) {
          throw error instanceof DomainError ? inWords(await textsOfRequest(input.request, input.actor), error) : error;
        }
      },
    })),
  );
