import {
  presentWorkflow,
  readLanguageWorkflow,
  removeLanguageWorkflow,
  setLanguageWorkflow,
  workflowSettings,
} from "@/lib/api/resources/workflows";
import { on, serve } from "@/lib/api/serve";
import { findLanguage } from "@/lib/domain/languages/languages";
import { findWorkflow, removeWorkflow, setWorkflow } from "@/lib/domain/projects/workflows";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readLanguageWorkflow, async ({ params }) => presentWorkflow(await findWorkflow(null, params.language))),
  on(
    setLanguageWorkflow,
    async ({ actor, params, body }) =>
      presentWorkflow(await setWorkflow(actor, null, params.language, workflowSettings(body))),
    ({ params }) => findLanguage(params.language),
  ),
  on(removeLanguageWorkflow, async ({ actor, params }) => removeWorkflow(actor, null, params.language)),
);
