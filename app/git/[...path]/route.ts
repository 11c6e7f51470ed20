import { fetchGit, gitBranches, gitPack, readGit } from "@/lib/api/resources/git";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readGit, async ({ params, query, request }) => gitBranches(params.path, query.service, request)),
  on(fetchGit, async ({ params, request }) => gitPack(params.path, request)),
);
