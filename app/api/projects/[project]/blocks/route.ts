import { block, followed, listBlocked, presentBlock } from "@/lib/api/resources/project-people";
import { on, serve } from "@/lib/api/serve";
import { blockPerson, countBlocks, findBlockOf, listBlocks } from "@/lib/domain/projects/blocks";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listBlocked, async ({ actor, params, query, window: { limit }, request }) => {
    const project = await findProject(actor, params.project);
    const [rows, count] = await Promise.all([
      listBlocks(actor, project, { after: query.after ?? "", limit }),
      countBlocks(actor, project),
    ]);
    return followed(rows, count, presentBlock, request);
  }),
  on(block, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    const { user, until = null, note = "" } = body;
    const { username } = await blockPerson(actor, project, user, { until, note });
    return presentBlock(await findBlockOf(actor, project, username));
  }),
);
