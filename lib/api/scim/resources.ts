import type { ScimGroup, ScimGroupChange, ScimGroupInput } from "@/lib/domain/scim/groups";
import type { ScimPerson, ScimPersonInput } from "@/lib/domain/scim/people";
import { environment } from "@/lib/platform/environment";
import { ScimError } from "./errors";
import { attributeName } from "./filter";
import { type Change, memberIds, readPatch, textOf, truth } from "./patch";

/** Users and groups as SCIM has them (RFC 7643, 4.1 and 4.2), and what is read of them. Attributes that Loquat does not have are not kept. */

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

export const scimAddress = (path: string): string => `${environment().baseUrl}/api/scim/v2/${path}`;

export function presentPerson(person: ScimPerson) {
  const { id, username, fullName, email, isActive, externalId, givenName, familyName } = person;
  return {
    schemas: [USER],
    id: String(id),
    ...(externalId !== null && { externalId }),
    userName: username,
    name: { formatted: fullName, ...(givenName && { givenName }), ...(familyName && { familyName }) },
    displayName: fullName,
    emails: email === null ? [] : [{ value: email, type: "work", primary: true }],
    active: isActive,
    groups: person.teams.map((team) => ({
      value: String(team.id),
      display: team.name,
      $ref: scimAddress(`Groups/${team.id}`),
    })),
    meta: {
      resourceType: "User",
      created: person.dateJoined.toISOString(),
      lastModified: (person.changedAt ?? person.dateJoined).toISOString(),
      location: scimAddress(`Users/${id}`),
    },
  };
}

export function presentGroup({ id, name, externalId, members }: ScimGroup) {
  return {
    schemas: [GROUP],
    id: String(id),
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(members && {
      members: members.map((member) => ({
        value: String(member.id),
        display: member.username,
        $ref: scimAddress(`Users/${member.id}`),
      })),
    }),
    meta: { resourceType: "Group", location: scimAddress(`Groups/${id}`) },
  };
}

/** A body as changes: what it does not say stays as it is. */
export function bodyChanges(body: unknown): Change[] {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ScimError("invalidSyntax", "Send a JSON object.");
  return readPatch({ Operations: [{ op: "replace", value: body }] });
}

const NEW: ScimPersonInput = {
  username: "",
  fullName: "",
  email: "",
  active: true,
  externalId: null,
  givenName: "",
  familyName: "",
};

/** The address that counts of several: the primary one, that of work, the first. */
function addressOf(value: unknown): string {
  const list = Array.isArray(value) ? value : [value];
  const given = list.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null);
  const isPrimary = (one: Record<string, unknown>) => one.primary !== undefined && truth(one.primary, "primary");
  const chosen = given.find(isPrimary) ?? given.find((one) => one.type === "work") ?? given[0];
  return textOf(chosen?.value ?? list.find((one) => typeof one === "string"), "emails");
}

/** Somebody after changes. @param before undefined for somebody new @throws ScimError */
export function changedPerson(before: ScimPerson | undefined, changes: readonly Change[]): ScimPersonInput {
  const next: ScimPersonInput = before ? { ...before, email: before.email ?? "", active: before.isActive } : { ...NEW };
  const named = { display: "", formatted: "", parts: false };
  for (const { op, attribute, value: given } of changes) {
    const value = op === "remove" ? undefined : given;
    if (attribute === "username") next.username = textOf(value, "userName");
    else if (attribute === "externalid") next.externalId = textOf(value, "externalId").slice(0, 500) || null;
    else if (attribute === "active") next.active = op === "remove" ? true : truth(value, "active");
    else if (attribute === "displayname") named.display = textOf(value, "displayName");
    else if (attribute === "name.formatted") named.formatted = textOf(value, "name.formatted");
    else if (attribute === "name.givenname" || attribute === "name.familyname") {
      next[attribute === "name.givenname" ? "givenName" : "familyName"] = textOf(value, attribute);
      named.parts = true;
    } else if ((attribute === "emails" || attribute === "emails.value") && op !== "remove")
      next.email = attribute === "emails" ? addressOf(value) : textOf(value, "emails");
  }
  if (named.display && named.display !== before?.fullName) next.fullName = named.display;
  else if (named.formatted && named.formatted !== before?.fullName) next.fullName = named.formatted;
  else if (named.parts && !named.display && !named.formatted)
    next.fullName = `${next.givenName} ${next.familyName}`.trim();
  next.fullName ||= next.username;
  // Directories whose user names are addresses may send no other one.
  if (!next.email && next.username.includes("@")) next.email = next.username;
  if (!next.username) throw new ScimError("invalidValue", "userName is required.");
  if (!next.email)
    throw new ScimError("invalidValue", "emails is required: Loquat writes to people, and commits name them.");
  return next;
}

/** A new group. @throws ScimError */
export function newGroup(changes: readonly Change[]): ScimGroupInput {
  const { name, externalId, add } = changedGroup(changes);
  if (!name) throw new ScimError("invalidValue", "displayName is required.");
  return { name, externalId: externalId ?? null, members: add };
}

/** What becomes of a group. @throws ScimError */
export function changedGroup(changes: readonly Change[]): ScimGroupChange {
  const change: ScimGroupChange = { add: [], remove: [] };
  const add = new Set<number>();
  let remove: Set<number> | "all" = new Set<number>();
  for (const { op, attribute, value, only } of changes) {
    if (attribute === "displayname" && op !== "remove") change.name = textOf(value, "displayName");
    if (attribute === "externalid")
      change.externalId = op === "remove" ? null : textOf(value, "externalId").slice(0, 500) || null;
    if (attribute !== "members" && attribute !== "members.value") continue;
    const ids = memberIds(only ?? value);
    if (op === "add")
      for (const id of ids) {
        add.add(id);
        if (remove !== "all") remove.delete(id);
      }
    else if (op === "replace" || ids.length === 0) {
      add.clear();
      if (op === "replace") for (const id of ids) add.add(id);
      remove = "all";
    } else
      for (const id of ids) {
        add.delete(id);
        if (remove !== "all") remove.add(id);
      }
  }
  return { ...change, add: [...add], remove: remove === "all" ? "all" : [...remove] };
}

/** Names of attributes in a query such as `members,name`, in lower case. */
export const attributeList = (text: string | null): string[] =>
  text ? text.split(",").map((one) => attributeName(one.trim())) : [];
