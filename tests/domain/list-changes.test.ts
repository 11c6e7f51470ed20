import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ChangeRow, listChanges, recentChanges } from "@/lib/domain/changes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";

const KEYS = Array.from({ length: 8 }, (_, index) => `key${index}`);
const file = `${JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, `Text of ${key}`])), null, 2)}\n`;

let admin: Actor;
let component: ComponentRow;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "l/en.json": file, "l/cs.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
  ));
  for (let round = 0; round < 3; round++)
    for (const key of KEYS)
      await editUnit(admin, await unitId(component, "cs", key), { targets: [`${key} in round ${round}`], state: 20 });
});

describe("the list of changes", () => {
  it("is the same whether it is read whole or in pages", async () => {
    const filter = { componentId: component.id };
    const whole = await listChanges(admin, filter, { limit: 1000, offset: 0 });
    expect(whole.count).toBe(whole.rows.length);
    expect(whole.count).toBeGreaterThan(24);
    const pages: ChangeRow[] = [];
    for (let offset = 0; offset < whole.count + 7; offset += 7) {
      const page = await listChanges(admin, filter, { limit: 7, offset });
      expect(page.count).toBe(whole.count);
      pages.push(...page.rows);
    }
    expect(pages).toEqual(whole.rows);
    expect(await recentChanges(admin, filter, 9)).toEqual(whole.rows.slice(0, 9));
  });
});
