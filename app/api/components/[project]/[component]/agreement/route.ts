import {
  presentAgreement,
  readComponentAgreement,
  signComponentAgreement,
  withdrawComponentAgreement,
} from "@/lib/api/resources/agreement";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { readAgreement, signAgreement, withdrawAgreement } from "@/lib/domain/components/agreement";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readComponentAgreement, async ({ actor, params }) =>
    presentAgreement(await readAgreement(actor, await componentOf(actor, params))),
  ),
  on(signComponentAgreement, async ({ actor, params, body }) =>
    presentAgreement(await signAgreement(actor, (await componentOf(actor, params)).id, body.version)),
  ),
  on(withdrawComponentAgreement, async ({ actor, params }) =>
    withdrawAgreement(actor, (await componentOf(actor, params)).id),
  ),
);
