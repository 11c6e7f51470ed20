import { NotFound } from "@/lib/domain/errors";
import {
  addScimGroup,
  changeScimGroup,
  findScimGroup,
  listScimGroups,
  removeScimGroup,
  type ScimGroupFilter,
} from "@/lib/domain/scim/groups";
import { Directory } from "@/lib/domain/scim/keys";
import {
  addScimPerson,
  changeScimPerson,
  findScimPerson,
  listScimPeople,
  removeScimPerson,
  type ScimPersonFilter,
} from "@/lib/domain/scim/people";
import { countedNetwork } from "@/lib/platform/network";
import { HttpError } from "../errors";
import { readBody } from "../read-body";
import { clientAddress } from "../throttle";
import { resourceTypes, schemas, serviceProvider } from "./documents";
import { ScimError, scimAnswer, scimProblem } from "./errors";
import { type Comparison, readFilter } from "./filter";
import { readPatch, truth } from "./patch";
import {
  attributeList,
  bodyChanges,
  changedGroup,
  changedPerson,
  newGroup,
  presentGroup,
  presentPerson,
} from "./resources";

/** The addresses below /api/scim/v2/ (RFC 7644), by which a directory service keeps people and teams. */

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const MOST = 200;
const LARGEST = 5_000_000;

interface Asked {
  directory: Directory;
  method: string;
  id: number | undefined;
  query: URLSearchParams;
  body: unknown;
}

/** Answers a request. @param path segments behind /api/scim/v2/ */
export async function serveScim(request: Request, path: readonly string[]): Promise<Response> {
  try {
    const [, key] = /^bearer\s+(\S{1,200})\s*$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    const client = request.headers.get("user-agent") ?? "";
    const directory = await Directory.open(key, client, countedNetwork(clientAddress(request)));
    const { method } = request;
    const query = new URL(request.url).searchParams;
    const parts = path.filter(Boolean);
    const [kind = "", name, ...more] = parts;
    if (more.length > 0) throw new NotFound("This address does not exist.");
    if (kind !== "Users" && kind !== "Groups") return document(kind, name, method);
    if (name !== undefined && !/^\d{1,9}$/.test(name)) throw new NotFound(`There is nothing with the id ${name}.`);
    const allowed = name === undefined ? ["GET", "POST"] : ["GET", "PUT", "PATCH", "DELETE"];
    refuseMethod(method, allowed);
    const body = ["POST", "PUT", "PATCH"].includes(method) ? (await readBody(request, LARGEST)).value : undefined;
    const asked = { directory, method, id: name === undefined ? undefined : Number(name), query, body };
    return await (kind === "Users" ? people(asked) : groups(asked));
  } catch (error) {
    return scimProblem(error);
  }
}

function refuseMethod(method: string, allowed: readonly string[]): void {
  if (!allowed.includes(method))
    throw new HttpError(405, "method_not_allowed", `Use ${allowed.join(", ")} here.`, { allow: allowed.join(", ") });
}

function document(kind: string, name: string | undefined, method: string): Response {
  const lists: Readonly<Record<string, () => { id: string }[]>> = { ResourceTypes: resourceTypes, Schemas: schemas };
  const list = Object.hasOwn(lists, kind) ? lists[kind]?.() : undefined;
  if (!list && kind !== "ServiceProviderConfig") throw new NotFound("This address does not exist.");
  refuseMethod(method, ["GET"]);
  if (!list) return scimAnswer(200, serviceProvider());
  if (name === undefined) return scimAnswer(200, listed(list, list.length, 1));
  const one = list.find(({ id }) => id === name);
  if (!one) throw new NotFound(`There is no ${name} here.`);
  return scimAnswer(200, one);
}

const listed = (items: readonly unknown[], count: number, start: number) => ({
  schemas: [LIST],
  totalResults: count,
  startIndex: start,
  itemsPerPage: items.length,
  Resources: items,
});

/** Part of a list; RFC 7644, 3.4.2.4: less than one is one, a negative count is none. */
function windowOf(query: URLSearchParams) {
  const number = (name: string, usual: number) => {
    const text = query.get(name);
    if (text === null) return usual;
    if (!/^-?\d{1,9}$/.test(text)) throw new ScimError("invalidValue", `${name} must be a number.`);
    return Number(text);
  };
  const start = Math.max(1, number("startIndex", 1));
  return { start, window: { limit: Math.min(MOST, Math.max(0, number("count", 100))), offset: start - 1 } };
}

const comparisons = (query: URLSearchParams): Comparison[] => {
  const text = query.get("filter");
  return text === null ? [] : readFilter(text);
};

/** An id as it is compared; 0, which nobody has, for what is none. */
const idOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

function unknownFilter(attribute: string): ScimError {
  return new ScimError("invalidFilter", `Nothing is found by ${attribute}.`);
}

function personFilter(query: URLSearchParams): ScimPersonFilter {
  const filter: ScimPersonFilter = {};
  for (const { attribute, value } of comparisons(query)) {
    if (attribute === "username") filter.username = value;
    else if (attribute === "externalid") filter.externalId = value;
    else if (attribute === "id") filter.id = idOf(value);
    else if (attribute === "emails" || attribute === "emails.value") filter.email = value;
    else if (attribute === "active") filter.active = truth(value, "active");
    else throw unknownFilter(attribute);
  }
  return filter;
}

function groupFilter(query: URLSearchParams): ScimGroupFilter {
  const filter: ScimGroupFilter = {};
  for (const { attribute, value } of comparisons(query)) {
    if (attribute === "displayname") filter.name = value;
    else if (attribute === "externalid") filter.externalId = value;
    else if (attribute === "id") filter.id = idOf(value);
    else if (attribute === "members" || attribute === "members.value") filter.member = idOf(value);
    else throw unknownFilter(attribute);
  }
  return filter;
}

function made(value: { meta: { location: string } }): Response {
  return scimAnswer(201, value, { location: value.meta.location });
}

async function people({ directory, method, id, query, body }: Asked): Promise<Response> {
  if (id === undefined) {
    if (method === "POST")
      return made(presentPerson(await addScimPerson(directory, changedPerson(undefined, bodyChanges(body)))));
    const { start, window } = windowOf(query);
    const { rows, count } = await listScimPeople(directory, personFilter(query), window);
    return scimAnswer(200, listed(rows.map(presentPerson), count, start));
  }
  if (method === "DELETE") {
    await removeScimPerson(directory, id);
    return scimAnswer(204);
  }
  const before = await findScimPerson(directory, id);
  if (method === "GET") return scimAnswer(200, presentPerson(before));
  const next = changedPerson(before, method === "PUT" ? bodyChanges(body) : readPatch(body));
  return scimAnswer(200, presentPerson(await changeScimPerson(directory, id, next)));
}

async function groups({ directory, method, id, query, body }: Asked): Promise<Response> {
  const withMembers = !attributeList(query.get("excludedAttributes")).includes("members");
  if (id === undefined) {
    if (method === "POST") return made(presentGroup(await addScimGroup(directory, newGroup(bodyChanges(body)))));
    const { start, window } = windowOf(query);
    const { rows, count } = await listScimGroups(directory, groupFilter(query), { window, members: withMembers });
    return scimAnswer(200, listed(rows.map(presentGroup), count, start));
  }
  if (method === "DELETE") {
    await removeScimGroup(directory, id);
    return scimAnswer(204);
  }
  if (method !== "GET")
    await changeScimGroup(directory, id, changedGroup(method === "PUT" ? bodyChanges(body) : readPatch(body)));
  const { members, ...group } = await findScimGroup(directory, id);
  return scimAnswer(200, presentGroup(withMembers ? { ...group, members } : group));
}
