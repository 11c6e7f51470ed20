import { z } from "zod";
import type { HostKeyView } from "@/lib/domain/ssh/hosts";
import type { SshKeyView } from "@/lib/domain/ssh/keys";
import type { OpenpgpKeyView } from "@/lib/domain/ssh/openpgp";
import { type Answer, endpoint, schema } from "../endpoint";
import { projectParams } from "./projects";

/** Keys for SSH servers, ours and theirs, and for signatures; the contract 3.15. */

export const SshKey = schema(
  "SshKey",
  z.object({
    public_key: z.string().describe("A line for authorized_keys, or for the deploy keys of a code host."),
    fingerprint: z.string(),
    created: z.date(),
    own: z.boolean().describe("Whether it is the project's own key, not the installation's."),
  }),
);
const ProjectSshKey = schema(
  "ProjectSshKey",
  SshKey.extend({ signs_commits: z.boolean().describe("Whether Loquat signs its commits with it.") }),
);
const SshHostKey = schema(
  "SshHostKey",
  z.object({
    host: z.string().describe("host, or [host]:port."),
    type: z.string(),
    fingerprint: z.string(),
    pinned: z.date(),
  }),
);
const OpenpgpKey = schema(
  "OpenpgpKey",
  z.object({
    public_key: z.string().describe("Armoured."),
    fingerprint: z.string(),
    created: z.date(),
  }),
);
const tag = "SSH";
const description = "What Loquat signs in with. The private key never leaves the server.";

export const readInstallationKey = endpoint({
  method: "GET",
  path: "/api/ssh/key/",
  tag,
  summary: "SSH key of the installation",
  description: `${description} 404 when none has been needed yet.`,
  permission: "management.use",
  answer: SshKey,
});
export const makeInstallationKey = endpoint({
  method: "POST",
  path: readInstallationKey.path,
  tag,
  summary: "Make a new SSH key of the installation",
  description: "Servers that know the former key do not let Loquat in until they know the new one.",
  permission: "management.use",
  answer: SshKey,
  status: 201,
});
export const listHosts = endpoint({
  method: "GET",
  path: "/api/ssh/hosts/",
  tag,
  summary: "SSH servers that are known",
  permission: "management.use",
  answer: z.array(SshHostKey),
});
export const addHost = endpoint({
  method: "POST",
  path: listHosts.path,
  tag,
  summary: "Enter the key of an SSH server",
  description: "Before Loquat meets it. Otherwise the key that it shows first is taken.",
  permission: "management.use",
  body: z.object({ line: z.string().max(4000).describe("A line of known_hosts: host, type and key.") }),
  answer: z.array(SshHostKey),
  status: 201,
});
export const forgetHost = endpoint({
  method: "DELETE",
  path: "/api/ssh/hosts/{host}/",
  tag,
  summary: "Forget an SSH server",
  description: "The key that it shows next is taken.",
  permission: "management.use",
  params: z.object({ host: z.string().min(1).max(300) }),
});
export const readProjectKey = endpoint({
  method: "GET",
  path: "/api/projects/{project}/ssh_key/",
  tag,
  summary: "SSH key for the repositories of a project",
  description: `${description} It is the project's own, or the installation's.`,
  permission: "project.edit",
  params: projectParams,
  answer: ProjectSshKey,
});
export const makeProjectKey = endpoint({
  method: "POST",
  path: readProjectKey.path,
  tag,
  summary: "Make an SSH key of the project's own",
  description: "No other key is shown for its repositories from then on. A former key of its own is replaced.",
  permission: "project.edit",
  params: projectParams,
  answer: ProjectSshKey,
  status: 201,
});
export const updateProjectKey = endpoint({
  method: "PATCH",
  path: readProjectKey.path,
  tag,
  summary: "Sign commits with the SSH key",
  description:
    "Commits that Loquat makes from then on are signed. Add the key as a signing key at the code host, to the account that has the committer's e-mail address.",
  permission: "project.edit",
  params: projectParams,
  body: z.object({ signs_commits: z.boolean() }),
  answer: ProjectSshKey,
});
export const removeProjectKey = endpoint({
  method: "DELETE",
  path: readProjectKey.path,
  tag,
  summary: "Remove the project's own SSH key",
  permission: "project.edit",
  params: projectParams,
});

export const readOpenpgpKey = endpoint({
  method: "GET",
  path: "/api/projects/{project}/openpgp_key/",
  tag,
  summary: "OpenPGP key of a project",
  description: "Commits that are signed are signed with it, not with the SSH key. 404 when there is none.",
  permission: "project.edit",
  params: projectParams,
  answer: OpenpgpKey,
});
export const makeOpenpgpKey = endpoint({
  method: "POST",
  path: readOpenpgpKey.path,
  tag,
  summary: "Make an OpenPGP key for a project",
  description: "Loquat's commits in the project are signed with it from then on. A former one is replaced.",
  permission: "project.edit",
  params: projectParams,
  answer: OpenpgpKey,
  status: 201,
});
export const removeOpenpgpKey = endpoint({
  method: "DELETE",
  path: readOpenpgpKey.path,
  tag,
  summary: "Remove the OpenPGP key of a project",
  permission: "project.edit",
  params: projectParams,
});

/** A key for signatures as the outside sees it. */
export const presentOpenpgpKey = (key: OpenpgpKeyView): Answer<typeof OpenpgpKey> => ({
  public_key: key.publicKey,
  fingerprint: key.fingerprint,
  created: key.createdAt,
});

/** A key as the outside sees it. */
export const presentSshKey = (key: SshKeyView): Answer<typeof SshKey> => ({
  public_key: key.publicKey,
  fingerprint: key.fingerprint,
  created: key.createdAt,
  own: key.own,
});

/** The key of a project as the outside sees it. */
export const presentProjectKey = (key: SshKeyView, signs: boolean): Answer<typeof ProjectSshKey> => ({
  ...presentSshKey(key),
  signs_commits: signs,
});

/** The key of a server as the outside sees it. */
export const presentHostKey = (key: HostKeyView): Answer<typeof SshHostKey> => ({
  host: key.host,
  type: key.type,
  fingerprint: key.fingerprint,
  pinned: key.pinnedAt,
});
