import { expect, it } from "vitest";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { findFormat } from "@/lib/text/formats/registry";
import { fileDrift } from "../support/differences";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

const STRINGS = 30;
const keys = Array.from({ length: STRINGS }, (_, index) => `key${index}`);
const file = (text: (key: string) => string | undefined) =>
  `${JSON.stringify(Object.fromEntries(keys.flatMap((key) => (text(key) === undefined ? [] : [[key, text(key)]]))), null, 2)}\n`;

it("no text is lost while people save, upstream moves and the repository is worked on", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const people = [await makePerson("petra"), await makePerson("jan"), await makePerson("eva")];
  const { component, upstream } = await connect(
    admin,
    { "l/en.json": file((key) => `Source of ${key}`), "l/cs.json": file((key) => `start ${key}`) },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
  );
  const ids = new Map(await Promise.all(keys.map(async (key) => [key, await unitId(component, "cs", key)] as const)));
  const typed: { unit: number; text: string }[] = [];
  let done = false;
  const translators = people.map(async (person, number) => {
    for (let round = 0; round < 25; round++) {
      const key = keys[(round * 7 + number * 11) % STRINGS] as string;
      const text = `${person.username} ${round} ${key}`;
      const unit = ids.get(key) as number;
      await editUnit(person, unit, { targets: [text], state: 20 });
      typed.push({ unit, text });
      await new Promise((pause) => setTimeout(pause, 15));
    }
  });
  const developer = (async () => {
    for (let round = 0; round < 4; round++) {
      const current = JSON.parse(upstream.read("l/cs.json")) as Record<string, string>;
      const key = keys[(round * 5) % STRINGS] as string;
      upstream.commit({ "l/cs.json": file((name) => (name === key ? `upstream ${round} ${key}` : current[name])) });
      await new Promise((pause) => setTimeout(pause, 250));
    }
  })();
  const service = (async () => {
    while (!done)
      for (const operation of ["commit", "pull", "push"] as const)
        await performOperation(component.repositoryId, operation);
  })();
  await Promise.all([...translators, developer]);
  done = true;
  await service;
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });

  const ledger = await textRows<{ unitId: number; target: string }>(
    db,
    sql`select unit_id, target from changes where component_id = ${component.id}`,
  );
  const told = new Set(ledger.map((line) => `${line.unitId} ${line.target}`));
  expect(typed.filter(({ unit, text }) => !told.has(`${unit} ${text}`))).toEqual([]);
  const rows = await textRows<{ id: number; text: string; pending: boolean }>(
    db,
    sql`
    select id, targets[1] as text, pending from units where id = any(${[...ids.values()]}::bigint[])`,
  );
  const format = findFormat("json");
  const parsed = format?.parse(upstream.read("l/cs.json"), formatOptions({ languageCode: "cs" }));
  const inFile = new Map(parsed?.entries.map((entry) => [entry.context, entry.targets[0]]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(keys.map((key) => [key, inFile.get(key)])).toEqual(
    keys.map((key) => [key, byId.get(ids.get(key) as number)?.text]),
  );
  expect(rows.filter((row) => row.pending)).toEqual([]);
  // A person's last word on a string stands, or waits beside it as a suggestion.
  const last = new Map(typed.map(({ unit, text }) => [unit, text]));
  const suggested = new Set(
    (
      await textRows<{ unitId: number; text: string }>(db, sql`select unit_id, targets[1] as text from suggestions`)
    ).map((row) => `${row.unitId} ${row.text}`),
  );
  const gone = [...last].filter(
    ([unit, text]) =>
      byId.get(unit)?.text !== text &&
      !suggested.has(`${unit} ${text}`) &&
      !byId.get(unit)?.text.startsWith("upstream"),
  );
  expect(gone).toEqual([]);
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
  expect(await textRow(db, sql`select count(*)::int as count from pending_changes`)).toEqual({ count: 0 });
});
