import { z } from "zod";
import { CODE_HOST_KINDS, type CodeHostView } from "@/lib/domain/requests/accounts";
import { MASK } from "@/lib/domain/secrets";
import { type Answer, endpoint, schema } from "../endpoint";
import { idPart } from "../fields";

/** Accounts at code hosts, with which pull and merge requests are opened; the contract 3.15. */

const kind = z.enum(CODE_HOST_KINDS.map(({ id }) => id) as [string, ...string[]]);

export const CodeHost = schema(
  "CodeHost",
  z.object({
    id: z.int(),
    kind: kind.describe("Value of vcs."),
    host: z
      .string()
      .describe("As it stands in addresses of repositories: git.example.org, with a port if they have one."),
    api: z.string().describe("Address of the API."),
    username: z.string(),
    token: z.string().describe(`Always ${MASK}.`),
    created: z.date(),
  }),
);
const members = {
  kind,
  host: z.string().max(300),
  api: z.string().max(300),
  username: z.string().max(200),
  token: z
    .string()
    .max(10_000)
    .describe("Or the private key of a GitHub app in PEM, with the id of the app as username."),
};
const tag = "Code hosts";
const permission = "management.use";
const params = z.object({ id: idPart });

export const listHosts = endpoint({
  method: "GET",
  path: "/api/code_hosts/",
  tag,
  summary: "Accounts at code hosts",
  permission,
  answer: z.array(CodeHost),
});
export const addHost = endpoint({
  method: "POST",
  path: listHosts.path,
  tag,
  summary: "Enter an account at a code host",
  description: "Requests of all projects at this host are opened with it. Without api, the usual address is taken.",
  permission,
  body: z.object({ ...members, api: members.api.optional() }),
  answer: CodeHost,
  status: 201,
});
export const readHost = endpoint({
  method: "GET",
  path: "/api/code_hosts/{id}/",
  tag,
  summary: "An account at a code host",
  permission,
  params,
  answer: CodeHost,
});
export const changeHost = endpoint({
  method: "PATCH",
  path: readHost.path,
  tag,
  summary: "Change an account at a code host",
  description: `${MASK} as token keeps the one that is set, unless the API is another one.`,
  permission,
  params,
  body: z.object(members).partial(),
  answer: CodeHost,
});
export const removeHost = endpoint({
  method: "DELETE",
  path: readHost.path,
  tag,
  summary: "Forget an account at a code host",
  permission,
  params,
});

/** An account as the outside sees it. */
export const presentCodeHost = ({ createdAt, ...account }: CodeHostView): Answer<typeof CodeHost> => ({
  ...account,
  token: MASK,
  created: createdAt,
});
