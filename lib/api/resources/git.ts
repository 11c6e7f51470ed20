import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import { NotFound, Unauthenticated } from "@/lib/domain/errors";
import { demandRepository, repositoryPack } from "@/lib/domain/exports/repository-export";
import { atPresentPath } from "@/lib/domain/translations/former-address";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { authenticateKey } from "@/lib/domain/users/tokens";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { streamed } from "../downloads";
import { endpoint } from "../endpoint";
import { HttpError, problemOf } from "../errors";
import { movedAnswer } from "../moved";
import { readBytes } from "../read-body";
import { sayerFor } from "../sayer";
import { clientAddress } from "../throttle";

/** Repositories for reading, by git's smart HTTP protocol; the contract 8.4. */

const SERVICE = "git-upload-pack";
/** Bytes of what a client says that it wants and has. */
const LARGEST = 16_000_000;

const Path = z.object({
  path: z.array(z.string()).describe("Project, categories and component as separate segments, then what git asks for."),
});
const common = {
  path: "/git/{path}/",
  tag: "exports",
  permission: "vcs.access",
  params: Path,
  throttled: false,
  identified: false,
} as const;

export const readGit = endpoint({
  ...common,
  method: "GET",
  summary: "Clone or fetch a component's repository: its branches",
  description:
    "For git, which asks for info/refs?service=git-upload-pack. Needs no account where guests may clone; otherwise the password is an API token, and the user name may be anything.",
  query: z.object({ service: z.string().optional() }),
  media: [`application/x-${SERVICE}-advertisement`],
});
export const fetchGit = endpoint({
  ...common,
  method: "POST",
  summary: "Clone or fetch a component's repository: its commits",
  description: "For git, which sends to git-upload-pack what it wants and what it has.",
  media: [`application/x-${SERVICE}-result`],
  ownBody: true,
  anonymous: true,
  refusals: { 413: "the request is larger than 16 MB" },
});

/** Tells git what there is, or, where a component was renamed or moved, where it is. A browser is led to the page of the repository. */
export async function gitBranches(
  path: readonly string[],
  service: string | undefined,
  request: Request,
): Promise<Response> {
  return inPlainText(request, async () => {
    const actor = await callerOfGit(request);
    const place = placeOf(path, "info/refs");
    if (!place) {
      const found = await findRepository(actor, path);
      return new Response(null, {
        status: 302,
        headers: { Location: urls.component(addressOf(found)).repositoryPage },
      });
    }
    const component = await findRepository(actor, place);
    if (service !== SERVICE) throw refusedService(service);
    const { clone } = urls.component(addressOf(component));
    if (clone !== urls.below("git", place)) return movedAnswer(`${clone}info/refs?service=${SERVICE}`);
    const headers = answerHeaders("advertisement");
    if (request.method === "HEAD") return new Response(null, { headers });
    const { signal } = request;
    const pack = await repositoryPack(actor, component, { protocol: request.headers.get("git-protocol"), signal });
    return new Response(streamed(announced(pack, request.headers.get("git-protocol"))), { headers });
  });
}

/** Gives git the commits that it asks for. */
export async function gitPack(path: readonly string[], request: Request): Promise<Response> {
  return inPlainText(request, async () => {
    const actor = await callerOfGit(request);
    const place = placeOf(path, SERVICE);
    if (!place) throw placeOf(path, "git-receive-pack") ? refusedService("git-receive-pack") : nothingHere();
    const component = await findRepository(actor, place);
    const { signal } = request;
    const body = await bodyOf(request);
    const pack = await repositoryPack(actor, component, {
      body,
      protocol: request.headers.get("git-protocol"),
      signal,
    });
    return new Response(streamed(pack), { headers: answerHeaders("result") });
  });
}

const answerHeaders = (kind: "advertisement" | "result") => ({
  "Content-Type": `application/x-${SERVICE}-${kind}`,
  "Cache-Control": "no-cache",
});

const nothingHere = () => new NotFound(refusal("noRepositoryHere"));

const refusedService = (service: string | undefined) =>
  new HttpError(
    403,
    "permission_denied",
    service === "git-receive-pack" ? refusal("copyForReading") : refusal("gitSmartAlone"),
  );

/** The first packet, which says what is answered; git itself says it in version 2. */
async function* announced(
  pack: AsyncGenerator<Uint8Array>,
  protocol: string | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (protocol !== "version=2") {
      const line = `# service=${SERVICE}\n`;
      yield Buffer.from(`${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`);
    }
    yield* pack;
  } finally {
    await pack.return(undefined);
  }
}

/** What a path names, without what git appends; undefined for any other end. */
function placeOf(path: readonly string[], end: string): readonly string[] | undefined {
  const last = end.split("/");
  const at = path.length - last.length;
  return at > 0 && path.slice(at).join("/") === end ? path.slice(0, at) : undefined;
}

/** The component that is or was there, for somebody who may fetch its repository; who is nobody yet may be somebody. */
async function findRepository(actor: Actor, path: readonly string[]): Promise<ComponentRow> {
  try {
    return await atPresentPath(actor, path, async (present) => {
      const found = await resolvePath(actor, present);
      if (found.kind !== "component") throw nothingHere();
      await demandRepository(actor, found.component);
      return found.component;
    });
  } catch (error) {
    if (error instanceof NotFound && actor.isAnonymous) throw new Unauthenticated(refusal("noRepositoryOrToken"));
    throw error;
  }
}

/** Who asks: whose API token it is, which git sends as a password. @throws Unauthenticated for a wrong one */
async function callerOfGit(request: Request): Promise<Actor> {
  const [scheme = "", given = ""] = (request.headers.get("authorization") ?? "").trim().split(/\s+/);
  if (!scheme) return anonymousActor(clientAddress(request));
  const text = Buffer.from(given, "base64").toString("utf8");
  const basic = /^basic$/i.test(scheme) ? text.slice(text.indexOf(":") + 1) : undefined;
  const key = basic ?? (/^(?:token|bearer)$/i.test(scheme) ? given : "");
  return authenticateKey(key, request.headers.get("user-agent") ?? "", clientAddress(request));
}

async function bodyOf(request: Request): Promise<Uint8Array> {
  const sent = await readBytes(request, LARGEST);
  const coding = request.headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (coding === "identity") return sent;
  if (coding !== "gzip" && coding !== "x-gzip")
    throw new HttpError(415, "unsupported_media_type", refusal("gitCompression"));
  try {
    return await promisify(gunzip)(sent, { maxOutputLength: LARGEST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new HttpError(413, "too_large", refusal("gitLarge", { most: LARGEST }));
    throw new HttpError(400, "parse_error", refusal("gitNotGzip"));
  }
}

/** Refusals as text: git prints it. */
async function inPlainText(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { status, headers, body } = problemOf(error, sayerFor(request.headers.get("accept-language")));
    const challenge: Record<string, string> =
      status === 401 ? { "WWW-Authenticate": 'Basic realm="Loquat", charset="UTF-8"' } : {};
    return new Response(`${body.detail}\n`, {
      status,
      headers: { ...headers, ...challenge, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" },
    });
  }
}
