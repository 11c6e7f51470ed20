import { randomBytes } from "node:crypto";
import { get } from "node:http";
import { gzipSync } from "node:zlib";
import { db, sql } from "@/lib/platform/database";
import { textRows } from "../support/text-rows";
import { makeLarge } from "./large";
import type { Report } from "./report";

/** A project's archive of a gigabyte, and what the server needs of memory for it. */

/** Files of this size in as many translations as make a gigabyte of archive, the text being packed by a quarter. */
const FILE_BYTES = 5_000_000;
const FILES = 280;

async function fillFiles(): Promise<void> {
  await makeLarge();
  const text = Buffer.from(randomBytes((FILE_BYTES * 3) / 4).toString("base64"));
  const content = gzipSync(text, { level: 1 });
  const rows = await textRows<{ id: number }>(
    db,
    sql`
    select t.id from translations t join components c on c.id = t.component_id join projects p on p.id = c.project_id
    where p.slug = 'large' and t.filename <> '' order by t.id limit ${FILES}`,
  );
  for (const { id } of rows)
    await db.run(sql`
      insert into file_snapshots (translation_id, path, blob, content, commit)
      select ${id}, filename, 'b', ${content}, 'c' from translations where id = ${id}`);
  // The others have no file.
  await db.run(
    sql`update translations set filename = '' where not exists (select from file_snapshots f where f.translation_id = id)`,
  );
}

/** Downloads and throws away; gives the bytes that came. */
function download(address: string, token: string): Promise<number> {
  return new Promise((done, fail) => {
    get(address, { headers: { Authorization: `Token ${token}` } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => (answer.statusCode === 200 ? done(bytes) : fail(new Error(`${answer.statusCode}`))));
      answer.on("error", fail);
    }).on("error", fail);
  });
}

/** Runs the bench of archives; `memory` gives the server's resident memory in MB. */
export async function benchArchive(report: Report, base: string, token: string, memory: () => number): Promise<void> {
  await fillFiles();
  await download(`${base}/api/components/large/part-50/file/`, token);
  const before = memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 100);
  const start = performance.now();
  const bytes = await download(`${base}/api/projects/large/file/?format=zip`, token);
  clearInterval(watch);
  report.add("Archive of a project", bytes / 1e9, "GB", { least: 1 });
  report.add("Archive, MB a second", bytes / 1e3 / (performance.now() - start), "MB/s");
  report.add("Archive, growth of the server's memory", most - before, "MB", { most: 100 });
}
