import { z } from "zod";
import { denied } from "@/lib/domain/access/denied";
import { Forbidden } from "@/lib/domain/errors";
import { environment } from "@/lib/platform/environment";
import { refusal } from "@/lib/text/messages/refusal";
import { endpoint } from "../endpoint";

/** The translation memory as a file, for its pages: a server action takes no large files. */

const common = {
  path: "/memory/-/",
  since: "",
  tag: "memory",
  throttled: false,
  anonymous: true,
  signedIn: true,
  unkept: true,
  media: ["text/xml", "application/json"],
} as const;

export const downloadMemory = endpoint({
  ...common,
  method: "GET",
  summary: "Download the entries of a memory scope",
  query: z.object({ scope: z.string().default(""), format: z.string().default("") }),
});
export const uploadMemory = endpoint({
  ...common,
  method: "POST",
  summary: "Import a file into a memory scope and return to its page",
  body: z.object({ scope: z.string().default(""), file: z.unknown().optional() }),
  gate: refuseStrangers,
});

/** Only our own pages may post here. */
function refuseStrangers(request: Request): void {
  const origin = request.headers.get("origin");
  const own = [new URL(environment().baseUrl).host, request.headers.get("host")];
  if (origin === null || !own.includes(URL.parse(origin)?.host ?? null))
    throw new Forbidden(denied("not-supported", refusal("memoryFromPage")));
}
