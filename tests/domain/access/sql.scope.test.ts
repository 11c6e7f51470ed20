import { beforeAll, describe, expect, it } from "vitest";
import type { Actor, Grant } from "@/lib/domain/access/actor";
import { can, visibleComponents, visibleProjects } from "@/lib/domain/access/demand";
import { componentsWith, projectsWith } from "@/lib/domain/access/permission-conditions";
import { db, sql } from "@/lib/platform/database";
import { ACCESS, type AccessLevel } from "@/lib/text/codes";
import { actor, grant } from "../../support/actors";
import { bareComponent, bareProject } from "../../support/places";
import { textRows } from "../../support/text-rows";

/** The same rule stands in TypeScript and in SQL: here PostgreSQL is asked about everything that TypeScript answers. */

interface Component {
  id: number;
  restricted: boolean;
  removed: boolean;
}
interface Project {
  id: number;
  accessControl: AccessLevel;
  removed: boolean;
  components: Component[];
}

const projects: Project[] = [];
beforeAll(async () => {
  for (const accessControl of Object.values(ACCESS))
    for (const removed of [false, false, true]) {
      const id = await bareProject(accessControl, removed);
      const components = [
        { restricted: false, removed: false },
        { restricted: true, removed: false },
        { restricted: false, removed: true },
      ];
      projects.push({
        id,
        accessControl,
        removed,
        components: await Promise.all(
          components.map(async (given) => ({ ...given, id: await bareComponent(id, given) })),
        ),
      });
    }
});

/** The same actors in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function some<T>(list: readonly T[], most: number, pick: (below: number) => number): T[] {
  return Array.from({ length: pick(most + 1) }, () => list[pick(list.length)] as T);
}

function someTeam(pick: (below: number) => number): Grant {
  const ids = projects.map((project) => project.id);
  const components = projects.flatMap((project) => project.components.map((component) => component.id));
  return grant({
    permissions: some(["unit.edit", "vcs.push", "vcs.view"], 2, pick),
    projectSelection: ([0, 0, 1, 3, 4] as const)[pick(5)] ?? 0,
    projects: some(ids, 3, pick),
    components: pick(3) === 0 ? some(components, 3, pick) : [],
  });
}

function someActor(pick: (below: number) => number): Actor {
  const ids = projects.map((project) => project.id);
  return actor({
    isSuperuser: pick(8) === 0,
    tokenProjectId: pick(4) === 0 ? ids[pick(ids.length)] : undefined,
    blockedIn: new Set(pick(3) === 0 ? some(ids, 3, pick) : []),
    grants: Array.from({ length: pick(4) }, () => someTeam(pick)),
    ...(pick(3) === 0 ? { withoutFactor: { everywhere: pick(6) === 0, projects: new Set(some(ids, 3, pick)) } } : {}),
  });
}

const projectIds = async (where: ReturnType<typeof visibleProjects>) =>
  (await textRows<{ id: number }>(db, sql`select p.id from projects p where ${where} order by p.id`)).map(
    (row) => row.id,
  );
const componentIds = async (where: ReturnType<typeof visibleProjects>) =>
  (
    await textRows<{ id: number }>(
      db,
      sql`select c.id from components c join projects p on p.id = c.project_id where ${where} order by c.id`,
    )
  ).map((row) => row.id);
const sorted = (ids: number[]) => ids.sort((a, b) => a - b);
const living = () => projects.filter((project) => !project.removed);

/** What an actor may know of, said once more: what is open, and what the teams or the token name. */
function sees(who: Actor, project: Project): boolean {
  const token = who.tokenProjectId !== undefined;
  if (project.accessControl === 0 || project.accessControl === 1) return true;
  if (who.isSuperuser) return !token || who.tokenProjectId === project.id || namedBy(who, project);
  return (
    namedBy(who, project) ||
    (!token && who.grants.some((team) => !team.components.length && team.projectSelection === 1))
  );
}

function namedBy(who: Actor, project: Project): boolean {
  return who.grants.some((team) =>
    team.components.length > 0
      ? project.components.some((component) => team.components.includes(component.id))
      : team.projects.includes(project.id),
  );
}

function seesComponent(who: Actor, project: Project, component: Component): boolean {
  if (component.removed || !sees(who, project)) return false;
  if (!component.restricted || (who.isSuperuser && who.tokenProjectId === undefined)) return true;
  return who.grants.some((team) => team.components.includes(component.id));
}

describe("250 actors are answered alike", () => {
  const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

  it.each(seeds)("25 of them, from seed %i", async (seed) => {
    const pick = random(seed * 7919);
    for (let round = 0; round < 25; round++) {
      const who = someActor(pick);
      const said = JSON.stringify({
        ...who,
        grants: who.grants.map((team) => ({ ...team, permissions: [...team.permissions] })),
        blockedIn: [...who.blockedIn],
        demanding: [...(who.withoutFactor?.projects ?? [])],
      });
      for (const permission of ["unit.edit", "vcs.push", "vcs.view"] as const) {
        expect(await projectIds(projectsWith(who, permission)), said).toEqual(
          sorted(
            living()
              .filter((project) => can(who, permission, { project }))
              .map((project) => project.id),
          ),
        );
        expect(await componentIds(componentsWith(who, permission)), said).toEqual(
          sorted(
            living().flatMap((project) =>
              project.components
                .filter((component) => !component.removed && can(who, permission, { project, component }))
                .map((component) => component.id),
            ),
          ),
        );
      }
      expect(await projectIds(visibleProjects(who)), said).toEqual(
        sorted(
          living()
            .filter((project) => sees(who, project))
            .map((project) => project.id),
        ),
      );
      expect(await componentIds(visibleComponents(who)), said).toEqual(
        sorted(
          living().flatMap((project) =>
            project.components.filter((component) => seesComponent(who, project, component)).map(({ id }) => id),
          ),
        ),
      );
    }
  });
});
