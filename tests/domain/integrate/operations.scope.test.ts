import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { componentsOfRepository } from "@/lib/domain/components/components";
import { Forbidden } from "@/lib/domain/errors";
import { REPOSITORY_OPERATIONS, startOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { actor, grant } from "../../support/actors";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject, bareRepository } from "../../support/places";
import { textRow } from "../../support/text-rows";

/** Two projects share a repository: who works on it must have the right in both. */

let mine: number;
let foreign: number;
let repositoryId: number;
let own: number;
let linked: number;
let userId: number;
beforeAll(async () => {
  ({ userId } = await makePerson("keeper"));
  [mine, foreign] = [await bareProject(), await bareProject()];
  repositoryId = await bareRepository();
  own = await bareComponent(mine, { repositoryId });
  linked = await bareComponent(foreign, { repositoryId, linkedTo: own });
});

const PERMISSIONS: Record<string, string> = {
  push: "vcs.push",
  pull: "vcs.update",
  "pull-rebase": "vcs.update",
  "pull-merge": "vcs.update",
  "pull-merge-noff": "vcs.update",
  commit: "vcs.commit",
};
const keeper = (permissions: string[], projects: number[]): Actor =>
  actor({ userId, grants: [grant({ permissions, projects })] });
const count = async () => (await textRow<{ count: number }>(db, sql`select count(*)::int as count from tasks`))?.count;
const target = async (id: number) => ({
  components: (await componentsOfRepository(repositoryId)).filter((row) => row.id === id),
});

describe.each(REPOSITORY_OPERATIONS)("%s", (operation) => {
  const permission = PERMISSIONS[operation] ?? "vcs.reset";

  it("takes its permission on every component of the repository", async () => {
    const before = await count();
    for (const id of [own, linked])
      for (const projects of [[mine], [foreign], []])
        await expect(startOperation(keeper([permission], projects), await target(id), operation)).rejects.toThrow(
          Forbidden,
        );
    const others = ["vcs.push", "vcs.update", "vcs.commit", "vcs.reset"].filter((name) => name !== permission);
    await expect(startOperation(keeper(others, [mine, foreign]), await target(own), operation)).rejects.toThrow(
      permission,
    );
    expect(await count()).toBe(before);
    const tasks = await startOperation(keeper([permission], [mine, foreign]), await target(own), operation);
    expect(tasks).toHaveLength(1);
  });
});
