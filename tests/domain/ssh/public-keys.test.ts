import { beforeAll, expect, it } from "vitest";
import { type Actor, anonymousActor } from "@/lib/domain/access/actor";
import { renewInstallationKey } from "@/lib/domain/ssh/keys";
import { renewOpenpgpKey } from "@/lib/domain/ssh/openpgp";
import { publicKeys } from "@/lib/domain/ssh/public-keys";
import { makePerson } from "../../support/people";
import { bareProject } from "../../support/places";

/** Public halves of keys, for everybody. */

let admin: Actor;
let visitor: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  visitor = await anonymousActor();
});

it("nothing is shown, and nothing made, while there is no key", async () => {
  for (let n = 0; n < 2; n++)
    expect(await publicKeys(visitor, { limit: 5 })).toEqual({ ssh: undefined, openpgp: [], next: undefined });
});

it("public halves alone, of projects that one may see", async () => {
  const key = await renewInstallationKey(admin);
  const open = await bareProject(0);
  const second = await bareProject(0);
  const hidden = await bareProject(100);
  for (const id of [open, second, hidden]) await renewOpenpgpKey(admin, { id, accessControl: id === hidden ? 100 : 0 });
  const seen = await publicKeys(visitor, { limit: 5 });
  expect(seen.ssh).toEqual(key);
  expect(seen.openpgp.map(({ id }) => id)).toEqual([open, second]);
  expect(JSON.stringify(seen)).not.toContain("PRIVATE");
  expect((await publicKeys(admin, { limit: 5 })).openpgp.map(({ id }) => id)).toEqual([open, second, hidden]);
  const first = await publicKeys(visitor, { limit: 1 });
  expect([first.openpgp.length, first.next]).toEqual([1, open]);
  expect((await publicKeys(visitor, { limit: 1, after: first.next })).openpgp.map(({ id }) => id)).toEqual([second]);
});
