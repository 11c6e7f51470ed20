import { makeOpenpgpKey, presentOpenpgpKey, readOpenpgpKey, removeOpenpgpKey } from "@/lib/api/resources/ssh";
import { on, serve } from "@/lib/api/serve";
import { NotFound } from "@/lib/domain/errors";
import { findProject } from "@/lib/domain/projects/projects";
import * as keys from "@/lib/domain/ssh/openpgp";
import { refusal } from "@/lib/text/messages/refusal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readOpenpgpKey, async ({ actor, params }) => {
    const found = await keys.openpgpKey(actor, await findProject(actor, params.project));
    if (!found) throw new NotFound(refusal("projectNoOpenpgp"));
    return presentOpenpgpKey(found);
  }),
  on(makeOpenpgpKey, async ({ actor, params }) =>
    presentOpenpgpKey(await keys.renewOpenpgpKey(actor, await findProject(actor, params.project))),
  ),
  on(removeOpenpgpKey, async ({ actor, params }) =>
    keys.removeOpenpgpKey(actor, await findProject(actor, params.project)),
  ),
);
