import { makeInstallationKey, presentSshKey, readInstallationKey } from "@/lib/api/resources/ssh";
import { on, serve } from "@/lib/api/serve";
import { installationKey, renewInstallationKey } from "@/lib/domain/ssh/keys";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readInstallationKey, async ({ actor }) => presentSshKey(await installationKey(actor))),
  on(makeInstallationKey, async ({ actor }) => presentSshKey(await renewInstallationKey(actor))),
);
