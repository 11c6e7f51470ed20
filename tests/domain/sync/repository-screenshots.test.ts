import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { removeScreenshot } from "@/lib/domain/screenshots/screenshots";
import { db, sql } from "@/lib/platform/database";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { png } from "../../support/pictures";
import { textRows } from "../../support/text-rows";

/** Pictures of the repository that become screenshots, by the mask of a component. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

it("pictures that match the mask are screenshots of the source language, and follow their files", async () => {
  const { component, upstream } = await connect(
    admin,
    {
      "en.json": '{"a": "Open"}',
      "cs.json": '{"a": "Otevřít"}',
      "docs/start.png": png(40, 30),
      "docs/broken.png": "no picture",
      "other/end.png": png(5, 5),
    },
    { filemask: "*.json", template: "en.json", fileFormat: "json", screenshotFilemask: "docs/*.png" },
  );
  const shots = () =>
    textRows<{ id: number; name: string; file: string; size: string; language: string }>(
      db,
      sql`
        select h.id, h.name, h.repository_filename as file, h.width || 'x' || h.height as size, l.code as language
        from screenshots h join translations t on t.id = h.translation_id join languages l on l.id = t.language_id
        where t.component_id = ${component.id} order by h.id`,
    );
  const pull = async (files: Record<string, string | Buffer>) => {
    upstream.commit(files);
    await performOperation(component.repositoryId, "pull");
  };
  const start = { name: "start.png", file: "docs/start.png", size: "40x30", language: "en" };
  expect(await shots()).toMatchObject([start]);
  const next = { name: "next.png", file: "docs/next.png", size: "8x9", language: "en" };
  await pull({ "docs/next.png": png(8, 9) });
  expect(await shots()).toMatchObject([start, next]);
  await pull({ "docs/start.png": png(60, 50) });
  const [changed, same] = await shots();
  expect([changed, same]).toMatchObject([{ ...start, size: "60x50" }, next]);
  // What somebody took away stays away until its file changes, or all files are read again.
  await removeScreenshot(admin, same?.id ?? 0);
  await pull({ "README.md": "Hello" });
  expect(await shots()).toHaveLength(1);
  await performOperation(component.repositoryId, "file-scan");
  expect(await shots()).toMatchObject([{ size: "60x50" }, next]);
});
