import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import { FORGES, hooksEnabled, receivePush, receiveUpdate } from "@/lib/domain/hooks/hooks";
import { OTHER_EVENT, PayloadError } from "@/lib/domain/hooks/notification";
import { environment } from "@/lib/platform/environment";
import { urls } from "@/lib/urls";
import { HttpError, problemOf } from "./errors";
import { stringify } from "./json";
import { readBody, readBytes } from "./read-body";

/** Inbound notifications of code hosts: who asks is not asked, nothing is throttled, and no answer waits for a pull. */

/** Bytes of the largest notification that is read. Code hosts send some kilobytes, seldom more than a megabyte. */
const LARGEST = 5_000_000;

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(stringify(body), { status, headers: { ...headers, "Content-Type": "application/json" } });
}

async function guarded(allow: string, work: () => Promise<Response>): Promise<Response> {
  try {
    if (!hooksEnabled())
      throw new HttpError(405, "method_not_allowed", "Notification hooks are switched off in this installation.");
    return await work();
  } catch (error) {
    const { status, headers, body } = problemOf(
      error instanceof PayloadError ? new HttpError(400, "parse_error", error.message) : error,
    );
    return answer(status, body, { ...headers, Allow: allow });
  }
}

const pathOf = (component: ComponentRow) =>
  [component.project.slug, component.categoryPath, component.slug].filter(Boolean).join("/");
const addresses = (components: readonly ComponentRow[]) =>
  components.map((component) => urls.component(addressOf(component)).api);
const updated = (components: readonly ComponentRow[]) => `Updated: ${components.map(pathOf).join(", ")}`;

/** `POST /hooks/{service}/`; the contract 7. */
export function forgeHook(request: Request, service: string): Promise<Response> {
  return guarded("POST, OPTIONS", async () => {
    const read = FORGES.get(service);
    if (!read) throw new HttpError(404, "not_found", `There is no hook for ${service}.`);
    if (request.method !== "POST")
      throw new HttpError(
        405,
        "method_not_allowed",
        `Method "${request.method}" not allowed: notifications come by POST.`,
      );
    const body = await readBytes(request, Math.min(LARGEST, environment().bodyLimit));
    const sent = new Request(request.url, { method: "POST", headers: request.headers, body: body as BodyInit });
    const push = read(request.headers, await payloadOf(sent));
    if (push === OTHER_EVENT)
      return answer(201, { status: "success", message: "Hook working", match_status: null, updated_components: null });
    const { components, matches, unsigned } = await receivePush(service, push, { headers: request.headers, body });
    const match_status = {
      repository_matches: matches.repository,
      branch_matches: matches.branch,
      enabled_hook_matches: matches.enabled,
    };
    if (components.length === 0)
      return answer(202, {
        status: "failure",
        message: unsigned
          ? `The notification for ${push.repository} is not signed with the secret of the project.`
          : `No component uses the repository ${push.repository}${push.branch ? ` with the branch ${push.branch}` : ""}, or its project takes no notifications.`,
        match_status,
        updated_components: null,
      });
    return answer(200, {
      status: "success",
      message: updated(components),
      match_status,
      updated_components: addresses(components),
    });
  });
}

/** The payload: the JSON body itself, or JSON text in the form field `payload`. */
async function payloadOf(request: Request): Promise<unknown> {
  const { value, form } = await readBody(request).catch((error) => {
    // To a code host any body that holds no payload is the same: a bad request.
    if (error instanceof HttpError && error.status === 415) throw new PayloadError(error.message);
    throw error;
  });
  if (!form) return demandObject(value);
  const text = (value as { payload?: unknown })?.payload;
  if (typeof text !== "string")
    throw new PayloadError("The form has no field payload with the JSON text of the notification.");
  try {
    return demandObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof PayloadError) throw error;
    throw new PayloadError("The field payload does not hold JSON.");
  }
}

function demandObject(value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    throw new PayloadError("The payload is empty, or is no JSON object.");
  return value;
}

/** `GET` or `POST /hooks/update/{project}/[{category}/…{component}/]`. */
export function updateHook(request: Request, path: readonly string[]): Promise<Response> {
  return guarded("GET, POST, OPTIONS", async () => {
    if (!["GET", "HEAD", "POST"].includes(request.method))
      throw new HttpError(405, "method_not_allowed", `Method "${request.method}" not allowed.`);
    const [project = "", ...rest] = path;
    const components = await receiveUpdate(project, rest, { headers: request.headers, body: new Uint8Array() });
    if (!components)
      throw new HttpError(
        405,
        "method_not_allowed",
        `The project ${project} does not take notifications: enable_hooks is off.`,
      );
    return answer(200, { status: "success", message: updated(components) });
  });
}
