import { expect, it } from "vitest";
import { permissionWords } from "@/lib/domain/access/denial-words";
import { type Permission, PROJECT_PERMISSIONS, SITE_PERMISSIONS } from "@/lib/domain/access/permissions";
import { messagesOf, textsOf } from "@/lib/text/messages/catalogue";

const ALL = Object.entries({ ...PROJECT_PERMISSIONS, ...SITE_PERMISSIONS }) as [Permission, string][];

it("permissions are named in the language of the page, and in English as the API names them", () => {
  const english = ALL.map(([permission]) => permissionWords(textsOf("en"), permission).replaceAll("’", "'"));
  expect(english).toEqual(ALL.map(([, words]) => words));
  expect(permissionWords(textsOf("de"), "unit.edit")).toBe("Übersetzungen bearbeiten");
});

it("the catalogue names the permissions that there are, and no others", () => {
  const named = Object.keys((messagesOf("de").permissions as { name: object }).name);
  expect(named.sort()).toEqual(ALL.map(([permission]) => permission.replaceAll(".", "_")).sort());
});
