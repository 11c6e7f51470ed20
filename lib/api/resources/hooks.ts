import { z } from "zod";
import { addressOf, type ComponentRow } from "@/lib/domain/components/components";
import { FORGES, hooksEnabled, receivePush, receiveUpdate } from "@/lib/domain/hooks/hooks";
import { OTHER_EVENT, PayloadError } from "@/lib/domain/hooks/notification";
import { noteReceipt } from "@/lib/domain/hooks/receipts";
import { findQuestion, takeAnswer } from "@/lib/domain/machinery/answers";
import { environment } from "@/lib/platform/environment";
import { urls } from "@/lib/urls";
import { endpoint, Reply, schema } from "../endpoint";
import { HttpError } from "../errors";
import { readBody, readBytes } from "../read-body";

/** Inbound notifications of code hosts: who asks is not asked, nothing is throttled, and no answer waits for a pull. */

/** Bytes of the largest notification that is read. Code hosts send some kilobytes, seldom more than a megabyte. */
const LARGEST = 5_000_000;

const Updated = schema(
  "HookAnswer",
  z.object({ status: z.enum(["success", "failure"]), message: z.string().describe("Description of the result.") }),
);
const Received = schema(
  "PushAnswer",
  Updated.extend({
    match_status: z
      .object({
        repository_matches: z.int().describe("Components that use the repository."),
        branch_matches: z.int().describe("Matching components that use the branch."),
        enabled_hook_matches: z.int().describe("Matching components whose project accepts notifications."),
      })
      .nullable(),
    updated_components: z.array(z.string()).nullable().describe("Addresses of the components being updated."),
  }),
);

const pathSegments = z
  .array(z.string())
  .describe("The project, or the component preceded by its project and categories, as separate segments.");

/** Asks whether the installation takes notifications. @throws HttpError 405 */
export function demandHooks(): void {
  if (!hooksEnabled())
    throw new HttpError(405, "method_not_allowed", "Notification hooks are turned off in this installation.");
}

const common = {
  tag: "hooks",
  identified: false,
  throttled: false,
  anonymous: true,
  media: ["application/json"],
  status: 200,
} as const;
const switchedOff = "Notification hooks are turned off in this installation or project.";

export const receiveForgeHook = endpoint({
  ...common,
  method: "POST",
  path: "/hooks/{service}/",
  since: "2.6",
  summary: "Notification of a code host",
  description: `Updates every component that uses the repository and branch of a push. Supported: ${[...FORGES.keys()].join(", ")}. The body is the payload of the code host, as JSON or in the form field payload. 201: the event is not a push. 202: no component was updated.`,
  params: z.object({ service: z.string() }),
  answer: Received,
  ownBody: true,
  refusals: { 400: "The body contains no payload.", 405: switchedOff, 413: "The notification is too large." },
  gate(_, { service }) {
    demandHooks();
    if (typeof service !== "string" || !FORGES.has(service))
      throw new HttpError(404, "not_found", `Unknown code host: ${String(service).slice(0, 100)}.`);
  },
});

const update = {
  ...common,
  path: "/hooks/update/{path}/",
  since: "2.6",
  summary: "Update a project or a component",
  description: "If the project has a secret, send it as bearer token.",
  params: z.object({ path: pathSegments }),
  answer: Updated,
  refusals: { 405: switchedOff },
  gate: demandHooks,
} as const;
export const readUpdateHook = endpoint({ ...update, method: "GET" });
export const postUpdateHook = endpoint({ ...update, method: "POST", ownBody: true });

export const receiveMachineAnswer = endpoint({
  ...common,
  method: "POST",
  path: "/hooks/machinery/{question}/{secret}/",
  summary: "Answer of a translation service",
  description:
    "Services that answer later, such as eTranslation, bring their answer to an address that Loquat named in the question. It is good for one answer and for a day; what comes again changes nothing.",
  params: z.object({ question: z.string(), secret: z.string() }),
  answer: schema("AnswerReceived", z.object({ status: z.literal("received") })),
  ownBody: true,
  refusals: { 404: "Nobody waits for an answer here.", 413: "The answer is too large." },
});

const pathOf = (component: ComponentRow) =>
  [component.project.slug, component.categoryPath, component.slug].filter(Boolean).join("/");
const updated = (components: readonly ComponentRow[]) => `Updated: ${components.map(pathOf).join(", ")}`;

/** Takes a notification of a code host; the contract 7. */
export async function takePush(service: string, request: Request): Promise<Reply<z.output<typeof Received>>> {
  const read = FORGES.get(service);
  if (!read) throw new HttpError(404, "not_found", `Unknown code host: ${service}.`);
  const body = await readBytes(request, Math.min(LARGEST, environment().bodyLimit));
  const sent = new Request(request.url, { method: "POST", headers: request.headers, body: body as BodyInit });
  const event = eventOf(request.headers);
  const push = await readable(async () => read(request.headers, await payloadOf(sent))).catch(
    async (error: unknown) => {
      if (error instanceof HttpError)
        await noteReceipt({ service, event, outcome: "unreadable", detail: error.message });
      throw error;
    },
  );
  if (push === OTHER_EVENT) {
    await noteReceipt({ service, event, outcome: "other" });
    const value = { status: "success", message: "Hook working", match_status: null, updated_components: null } as const;
    return new Reply(value, {}, 201);
  }
  const { components, matches, unsigned } = await receivePush(service, push, { headers: request.headers, body }, event);
  const match_status = {
    repository_matches: matches.repository,
    branch_matches: matches.branch,
    enabled_hook_matches: matches.enabled,
  };
  if (components.length > 0) {
    const updated_components = components.map((component) => urls.component(addressOf(component)).api);
    return new Reply({ status: "success", message: updated(components), match_status, updated_components });
  }
  const message = unsigned
    ? `The notification for ${push.repository} is not signed with the secret of the project.`
    : `No component uses the repository ${push.repository}${push.branch ? ` with the branch ${push.branch}` : ""}, or its project does not accept notifications.`;
  return new Reply({ status: "failure", message, match_status, updated_components: null }, {}, 202);
}

/** What code hosts name the kind of an event by. */
const EVENT_HEADERS = ["x-github-event", "x-gitlab-event", "x-gitea-event", "x-gitee-event", "x-event-key"] as const;

function eventOf(headers: Headers): string {
  for (const name of EVENT_HEADERS) {
    const value = headers.get(name);
    if (value) return value;
  }
  return "push";
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof PayloadError ? new HttpError(400, "parse_error", error.message) : error;
  }
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
    throw new PayloadError("The field payload is not valid JSON.");
  }
}

function demandObject(value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    throw new PayloadError("The payload is empty or not a JSON object.");
  return value;
}

/** Takes what a translation service brings. Nothing of it is read before the address has shown to be one of ours. */
export async function takeMachineAnswer(
  { question, secret }: { question: string; secret: string },
  request: Request,
): Promise<z.output<typeof receiveMachineAnswer.answer>> {
  const found = await findQuestion(question, secret);
  const bytes = await readBytes(request, Math.min(LARGEST, environment().bodyLimit));
  await takeAnswer(found, {
    query: new URL(request.url).searchParams,
    type: (request.headers.get("content-type") ?? "").replace(/;.*$/s, "").trim().toLowerCase(),
    body: new TextDecoder().decode(bytes),
  });
  return { status: "received" };
}

/** Updates what a path names. */
export async function takeUpdate(path: readonly string[], request: Request): Promise<z.output<typeof Updated>> {
  const [project = "", ...rest] = path;
  const components = await receiveUpdate(project, rest, { headers: request.headers, body: new Uint8Array() });
  if (!components)
    throw new HttpError(
      405,
      "method_not_allowed",
      `The project ${project} does not accept notifications: enable_hooks is off.`,
    );
  return { status: "success", message: updated(components) };
}
