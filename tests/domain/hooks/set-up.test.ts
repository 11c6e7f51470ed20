import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { Forbidden } from "@/lib/domain/errors";
import { noteReceipt } from "@/lib/domain/hooks/receipts";
import { hookServiceOf, hookSetUp, pagesOfRepository, webhookPageOf } from "@/lib/domain/hooks/set-up";
import { updateProject } from "@/lib/domain/projects/projects";
import { makePerson } from "../../support/people";
import { bareComponent, bareProject, bareRepository } from "../../support/places";

describe("what runs at a code host", () => {
  it.each([
    ["https://github.com/fruit/orchard.git", "github", "https://github.com/fruit/orchard/settings/hooks/new"],
    ["git@github.com:fruit/orchard.git", "github", "https://github.com/fruit/orchard/settings/hooks/new"],
    [
      "https://github.example.org/fruit/orchard",
      "github",
      "https://github.example.org/fruit/orchard/settings/hooks/new",
    ],
    ["ssh://git@gitlab.example.org:2222/a/b/c.git", "gitlab", "https://gitlab.example.org/a/b/c/-/hooks"],
    ["https://codeberg.org/fruit/orchard.git/", "forgejo", "https://codeberg.org/fruit/orchard/settings/hooks"],
    [
      "https://robot:swordfish@bitbucket.org/fruit/orchard.git",
      "bitbucket",
      "https://bitbucket.org/fruit/orchard/admin/webhooks",
    ],
    ["https://dev.azure.com/fruit/_git/orchard", "azure", undefined],
    ["https://code.example.org/fruit/orchard.git", undefined, undefined],
    ["https://notgithub.com/fruit/orchard.git", undefined, undefined],
    ["/srv/git/orchard.git", undefined, undefined],
    ["file:///srv/git/orchard.git", undefined, undefined],
  ])("is told by %s", (address, service, page) => {
    expect(hookServiceOf(address)).toBe(service);
    expect(webhookPageOf(address)).toBe(page);
  });

  it("is never asked for with what is secret in an address", () => {
    const place = pagesOfRepository("https://robot:swordfish@Code.Example.org/fruit/orchard.git");
    expect(place).toEqual({ host: "code.example.org", path: "fruit/orchard" });
    expect(webhookPageOf("https://swordfish@github.com/fruit/orchard")).not.toContain("swordfish");
  });
});

describe("the webhook of a component", () => {
  let admin: Actor;
  let component: ComponentRow;

  beforeAll(async () => {
    admin = await makePerson("admin", { superuser: true });
    const repositoryId = await bareRepository("https://robot:swordfish@github.com/Fruit/Orchard.git");
    component = await findComponentById(admin, await bareComponent(await bareProject(), { repositoryId }));
  });

  it("waits until something comes, and then tells what became of it, but not of other repositories", async () => {
    expect(await hookSetUp(admin, component)).toMatchObject({ service: "github", off: undefined, received: [] });
    const one = { service: "github", event: "push", branch: "main" };
    await noteReceipt({ ...one, repository: "https://github.com/fruit/other", outcome: "unmatched" });
    await noteReceipt({ ...one, repository: "git@github.com:fruit/orchard.git", outcome: "unsigned" });
    await noteReceipt({
      ...one,
      repository: "https://mirror.example.org/x",
      outcome: "updated",
      components: [component.id],
    });
    const { received } = await hookSetUp(admin, component);
    expect(received.map(({ outcome }) => outcome)).toEqual(["updated", "unsigned"]);
    expect(JSON.stringify(received)).not.toContain("mirror");
  });

  it("says who has switched it off, and whether there is a secret", async () => {
    await updateProject(admin, component.project.slug, { enableHooks: false, hookSecret: "between us" });
    const now = await findComponentById(admin, component.id);
    expect(await hookSetUp(admin, now)).toMatchObject({ off: "project", secretSet: true, mayChangeSecret: true });
  });

  it("is told to those alone who may change the component", async () => {
    await expect(hookSetUp(await makePerson("stranger"), component)).rejects.toThrow(Forbidden);
  });
});
