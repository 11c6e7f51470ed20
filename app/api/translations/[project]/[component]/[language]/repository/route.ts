import { translationOf } from "@/lib/api/resources/find";
import {
  operate,
  operateTranslationRepository,
  presentRepository,
  readTranslationRepository,
} from "@/lib/api/resources/repository";
import { on, serve } from "@/lib/api/serve";
import { translationRepositoryStatus } from "@/lib/domain/integrate/operations";
import { translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readTranslationRepository, async ({ actor, params }) => {
    const translation = await translationOf(actor, params);
    const state = await translationRepositoryStatus(actor, translation);
    return presentRepository(state, urls.translation(translationAddress(translation)).repository);
  }),
  on(operateTranslationRepository, async ({ actor, params, query, body }) =>
    operate(actor, [(await translationOf(actor, params)).component], query, body),
  ),
);
