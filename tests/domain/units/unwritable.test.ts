import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Texts that their file could not hold are refused when they are saved, not when they are committed. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

it("refuses bars where Laravel would read plural forms, and takes them where it does not", async () => {
  const { component, upstream } = await connect(
    petra,
    {
      "l/en.php": "<?php\nreturn [\n    'title' => 'Title',\n    'count' => 'one|many',\n];\n",
      "l/de.php": "<?php\nreturn [\n    'title' => 'Titel',\n    'count' => 'eins|viele',\n];\n",
    },
    { filemask: "l/*.php", template: "l/en.php", fileFormat: "laravel", pushOnCommit: false },
  );
  const [title, count] = [await unitId(component, "de", "title"), await unitId(component, "de", "count")];
  await expect(editUnit(petra, title, { targets: ["a | b"], state: 20 })).rejects.toThrow("has no plural forms");
  await expect(editUnit(petra, count, { targets: ["a | b", "c"], state: 20 })).rejects.toThrow(
    "cannot contain the character |",
  );
  await expect(editUnit(petra, count, { targets: ["{0} a", "c"], state: 20 })).rejects.toThrow("must not start with");
  await editUnit(petra, count, { targets: ["ein Ding", "viele Dinge"], state: 20 });
  await editUnit(petra, title, { targets: ["Überschrift"], state: 20 });
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.read("l/de.php")).toContain("'count' => 'ein Ding|viele Dinge'");
});

it("writes a text with ranges of Laravel whole, or forms in its place, and leaves it alone where nobody edits it", async () => {
  const ranged = "{1} jeden|[3,10] pár|[2,*] moc";
  const file = (count: string, more: string) =>
    `<?php\nreturn [\n    'count' => '${count}',\n    'more' => '${more}',\n];\n`;
  const { component, upstream } = await connect(
    petra,
    { "l/en.php": file("one|many", "one more|many more"), "l/cs.php": file(ranged, ranged) },
    { filemask: "l/*.php", template: "l/en.php", fileFormat: "laravel", pushOnCommit: false },
  );
  const operate = (operation: "file-sync" | "push") => performOperation(component.repositoryId, operation);
  expect(await operate("file-sync")).toEqual({ result: true });
  expect(await operate("push")).toEqual({ result: true });
  expect(upstream.read("l/cs.php")).toBe(file(ranged, ranged));
  const [count, more] = [await unitId(component, "cs", "count"), await unitId(component, "cs", "more")];
  await expect(editUnit(petra, count, { targets: [ranged, "pár", ""], state: 20 })).rejects.toThrow("character |");
  await editUnit(petra, count, { targets: ["{1} jedna|[2,*] hodně", "", ""], state: 20 });
  await editUnit(petra, more, { targets: ["a", "b", "c"], state: 20 });
  expect(await operate("push")).toEqual({ result: true });
  expect(upstream.read("l/cs.php")).toBe(file("{1} jedna|[2,*] hodně", "a|b|c"));
});
