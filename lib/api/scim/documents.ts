import { GROUP, scimAddress, USER } from "./resources";

/** What Loquat knows of SCIM, for directories that ask; RFC 7643, 5 to 7. */

const CORE = "urn:ietf:params:scim:schemas:core:2.0:";

export const serviceProvider = () => ({
  schemas: [`${CORE}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer key",
      description: "A key that a superuser makes in Management, Directory service.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: scimAddress("ServiceProviderConfig") },
});

export const resourceTypes = () =>
  (
    [
      ["User", "Users", USER],
      ["Group", "Groups", GROUP],
    ] as const
  ).map(([name, place, schema]) => ({
    schemas: [`${CORE}ResourceType`],
    id: name,
    name,
    endpoint: `/${place}`,
    schema,
    meta: { resourceType: "ResourceType", location: scimAddress(`ResourceTypes/${name}`) },
  }));

interface Attribute {
  name: string;
  type?: "string" | "boolean" | "complex" | "reference";
  required?: boolean;
  uniqueness?: "none" | "server";
  mutability?: "readWrite" | "readOnly";
  multiValued?: boolean;
  subAttributes?: unknown[];
}

const attribute = ({ name, type = "string", subAttributes, ...rest }: Attribute) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...rest,
  ...(subAttributes && { subAttributes }),
});

const reference = (names: readonly string[]) => names.map((name) => attribute({ name }));

export const schemas = () =>
  [
    {
      id: USER,
      name: "User",
      attributes: [
        attribute({ name: "userName", required: true, uniqueness: "server" }),
        attribute({
          name: "name",
          type: "complex",
          subAttributes: reference(["formatted", "givenName", "familyName"]),
        }),
        attribute({ name: "displayName" }),
        attribute({
          name: "emails",
          type: "complex",
          multiValued: true,
          required: true,
          subAttributes: reference(["value", "type"]),
        }),
        attribute({ name: "active", type: "boolean" }),
        attribute({
          name: "groups",
          type: "complex",
          multiValued: true,
          mutability: "readOnly",
          subAttributes: reference(["value", "display"]),
        }),
      ],
    },
    {
      id: GROUP,
      name: "Group",
      attributes: [
        attribute({ name: "displayName", required: true, uniqueness: "server" }),
        attribute({
          name: "members",
          type: "complex",
          multiValued: true,
          subAttributes: reference(["value", "display"]),
        }),
      ],
    },
  ].map((schema) => ({
    schemas: [`${CORE}Schema`],
    ...schema,
    description: schema.name,
    meta: { resourceType: "Schema", location: scimAddress(`Schemas/${schema.id}`) },
  }));
