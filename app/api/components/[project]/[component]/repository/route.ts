import { componentOf } from "@/lib/api/resources/find";
import {
  operate,
  operateComponentRepository,
  presentRepository,
  readComponentRepository,
} from "@/lib/api/resources/repository";
import { on, serve } from "@/lib/api/serve";
import { addressOf } from "@/lib/domain/components/components";
import { componentRepositoryStatus } from "@/lib/domain/integrate/operations";
import { urls } from "@/lib/urls";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readComponentRepository, async ({ actor, params }) => {
    const component = await componentOf(actor, params);
    return presentRepository(
      await componentRepositoryStatus(actor, component),
      urls.component(addressOf(component)).repository,
    );
  }),
  on(operateComponentRepository, async ({ actor, params, query, body }) =>
    operate(actor, [await componentOf(actor, params)], query, body),
  ),
);
