import { listMachinerySent, sentOf } from "@/lib/api/resources/machinery";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listMachinerySent, async ({ actor, params, query, window, request }) =>
    sentOf(actor, await findProject(actor, params.project), query, window, request),
  ),
);
