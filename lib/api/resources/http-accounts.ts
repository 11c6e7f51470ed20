import { z } from "zod";
import type { HttpAccountView } from "@/lib/domain/http-accounts/accounts";
import { MASK } from "@/lib/domain/secrets";
import { type Answer, endpoint, schema } from "../endpoint";
import { idPart } from "../fields";

/** Accounts at HTTP servers, with which repositories are fetched and pushed; the contract 3.15. */

export const HttpAccount = schema(
  "HttpAccount",
  z.object({
    id: z.int(),
    place: z.string().describe("Beginning of the addresses that it is for, such as https://git.example.org/team/."),
    username: z.string(),
    password: z.string().describe(`Always ${MASK}.`),
    created: z.date(),
  }),
);
const members = { place: z.string().max(300), username: z.string().max(200), password: z.string().max(2000) };
const tag = "HTTP accounts";
const permission = "management.use";
const params = z.object({ id: idPart });

export const listAccounts = endpoint({
  method: "GET",
  path: "/api/http_accounts/",
  tag,
  summary: "Accounts at HTTP servers",
  permission,
  answer: z.array(HttpAccount),
});
export const addAccount = endpoint({
  method: "POST",
  path: listAccounts.path,
  tag,
  summary: "Enter an account at an HTTP server",
  description:
    "Repositories of all projects whose address begins like this, and has no account of its own, are reached with it; of several, the longest place counts.",
  permission,
  body: z.object(members),
  answer: HttpAccount,
  status: 201,
});
export const readAccount = endpoint({
  method: "GET",
  path: "/api/http_accounts/{id}/",
  tag,
  summary: "An account at an HTTP server",
  permission,
  params,
  answer: HttpAccount,
});
export const changeAccount = endpoint({
  method: "PATCH",
  path: readAccount.path,
  tag,
  summary: "Change an account at an HTTP server",
  description: `${MASK} as password keeps the one that is set, unless the server is another one.`,
  permission,
  params,
  body: z.object(members).partial(),
  answer: HttpAccount,
});
export const removeAccount = endpoint({
  method: "DELETE",
  path: readAccount.path,
  tag,
  summary: "Forget an account at an HTTP server",
  permission,
  params,
});

/** An account as the outside sees it. */
export const presentHttpAccount = ({ createdAt, ...account }: HttpAccountView): Answer<typeof HttpAccount> => ({
  ...account,
  password: MASK,
  created: createdAt,
});
