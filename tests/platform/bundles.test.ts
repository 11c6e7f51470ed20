import { expect, it, vi } from "vitest";
import { anonymousActor } from "@/lib/domain/access/actor";
import { runSearch } from "@/lib/domain/search/run-search";
import { named } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";

/** Pages and routes are bundled apart and have copies of every module, in one process. */

it("searches are limited and refused together, whichever bundle they come from", async () => {
  const stranger = await anonymousActor("192.0.2.4");
  vi.resetModules();
  const copy = await import("@/lib/domain/search/run-search");
  expect(copy.runSearch).not.toBe(runSearch);
  const searches = [runSearch, copy.runSearch, runSearch, copy.runSearch].map((run) =>
    run(stranger, (on) => on.one(sql`select ${named({ slept: asText(sql`pg_sleep(0.1)::text`) })}`)).catch(
      (error: Error) => error.name,
    ),
  );
  expect((await Promise.all(searches)).filter((answer) => answer === "Busy")).toHaveLength(1);
});
