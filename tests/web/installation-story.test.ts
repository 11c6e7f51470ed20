import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeUpstream, type Upstream } from "../support/git";
import { giteaDialect } from "../support/hosts/gitea";
import { ACCOUNT, type CodeHostServer, serveCodeHost } from "../support/hosts/world";
import { type OidcServer, oidcVariables, startOidcServer } from "../support/oidc-server";
import { alive } from "./support/editor-seed";
import { PASSWORD } from "./support/garden";
import { linkIn } from "./support/mails";
import { freePort, type RunningServer, startServer } from "./support/server";
import { ADMIN, expectSound } from "./support/stage";

/**
 * The first week of an installation, in browsers alone: it is set up, three repositories come in, two people are invited by
 * mail, one of them signs in through another service, a push is refused and mended, a merge request is opened and taken, and
 * what a force push took away is put back.
 */

const PROJECT = "market";
const po = (language: string, target: string, stall: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n\nmsgid "Open the stall"\nmsgstr "${target}"\n\nmsgid "Close the stall of ${stall}"\nmsgstr ""\n`;

const json = (title?: string) => `${JSON.stringify(title ? { title } : {}, undefined, 2)}\n`;

const stalls = ["apples", "pears", "plums", "cherries", "grapes", "berries", "melons", "quinces", "figs", "nuts"];
const windows = ["north", "east", "south", "west", "front", "back"];
const modules = ["till", "scale", "label", "receipt"];

const files = <T>(names: readonly string[], of: (name: string) => Record<string, T>): Record<string, T> =>
  Object.assign({}, ...names.map(of)) as Record<string, T>;

let server: RunningServer;
let oidc: OidcServer;
let host: CodeHostServer;
let stallsUpstream: Upstream;
let windowsUpstream: Upstream;

test.beforeAll(async () => {
  const port = await freePort();
  oidc = await startOidcServer(`http://localhost:${port}`);
  oidc.people.set("karel", {
    name: "Karel Trh",
    preferred_username: "karel",
    email: "karel@market.test",
    email_verified: true,
  });
  server = await startServer({ port, variables: oidcVariables(oidc) });
  host = await serveCodeHost(
    giteaDialect,
    files(modules, (name) => ({
      [`modules/${name}/en.json`]: json(`The ${name}`),
      [`modules/${name}/cs.json`]: json(),
    })),
  );
  stallsUpstream = makeUpstream(
    files(stalls, (name) => ({
      [`stalls/${name}/po/${name}.pot`]: po("", "", name),
      [`stalls/${name}/po/cs.po`]: po("cs", "Otevřít stánek", name),
      [`stalls/${name}/po/de.po`]: po("de", "Stand öffnen", name),
    })),
  );
  windowsUpstream = makeUpstream(
    files(windows, (name) => ({
      [`windows/${name}/en.json`]: json(`The ${name} window`),
      [`windows/${name}/cs.json`]: json(),
    })),
  );
});

test.afterAll(async () => {
  await server.stop();
  await oidc.stop();
  await host.close();
});

/** Finds the components of a repository and imports all of them. */
async function connect(page: Page, repository: string, count: number, vcs?: string): Promise<void> {
  await page.goto(`${server.base}/create/component/vcs/?project=${PROJECT}`);
  await page.getByLabel("Repository").fill(repository);
  if (vcs) await page.getByLabel("Version control").selectOption(vcs);
  await page.getByRole("button", { name: "Find translations" }).click();
  await expect(page.getByRole("heading", { name: `Found ${count} components` })).toBeVisible();
  await page.getByLabel("Push after every commit").uncheck();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator("[data-task=done]")).toHaveCount(count, { timeout: 120_000 });
  await expectSound(page);
}

/** Invites somebody by mail into a team; gives the link of the mail. */
async function invite(page: Page, address: string, team: RegExp): Promise<string> {
  await page.goto(`${server.base}/access/${PROJECT}/?tab=invitations`);
  await page.getByLabel("E-mail", { exact: true }).fill(address);
  await page.getByRole("radio", { name: team }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`on its way to ${address}`)).toBeVisible();
  return linkIn(address, /http\S+\/accounts\/invitation\/\?code=\S+/, server.data);
}

async function fresh(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Translates the open string of a translation and waits until it is saved. */
async function translate(page: Page, path: string, source: string, text: string): Promise<void> {
  await page.goto(`${server.base}/translate/${PROJECT}/${path}/?q=${encodeURIComponent(`source:="${source}"`)}`);
  await alive(page);
  await page.locator("#target-0").fill(text);
  await page.keyboard.press("Control+s");
  await expect(page.locator("[data-save-indicator]")).toHaveText("Saved");
}

/** Commits what waits in a component, on its repository page. */
async function commit(page: Page, component: string): Promise<void> {
  await page.goto(`${server.base}/repository/${PROJECT}/${component}/`);
  await page.getByRole("button", { name: /^Commit \d+ edit/ }).click();
  await expect(page.getByText(/\d commits? to push/)).toBeVisible({ timeout: 60_000 });
}

const push = (page: Page) => page.getByRole("button", { name: /^Push \d+ commit/ }).click();

test("an installation grows from the first start to three repositories, a team of its own language and a mended push", async ({
  browser,
}) => {
  const ada = await fresh(browser);
  await ada.goto(server.setup);
  await ada.getByLabel("User name").fill(ADMIN.username);
  await ada.getByLabel("Name", { exact: true }).fill(ADMIN.name);
  await ada.getByLabel("E-mail").fill(ADMIN.email);
  await ada.getByLabel("Password").fill(ADMIN.password);
  await ada.getByRole("button", { name: "Create administrator account" }).click();
  await ada.getByRole("link", { name: "Skip", exact: true }).click();
  await ada.getByRole("link", { name: "Not now" }).click();
  await expect(ada.getByText("Loquat is set up")).toBeVisible();

  await ada.goto(`${server.base}/create/project/`);
  await ada.getByLabel("Name", { exact: true }).fill("Market");
  await ada.getByRole("button", { name: "Create project" }).click();
  await expect(ada).toHaveURL(/create\/component\/\?project=market/);
  await connect(ada, stallsUpstream.url, stalls.length);
  await connect(ada, windowsUpstream.url, windows.length);

  await ada.goto(`${server.base}/manage/hosts/`);
  const account = ada.getByRole("form", { name: "New account" });
  await account.getByLabel("Kind of requests").selectOption("gitea");
  await account.getByLabel("Host").fill(host.world.host);
  await account.getByLabel("User name").fill(ACCOUNT.username);
  await account.getByLabel("Token").fill(ACCOUNT.token);
  await account.getByLabel("Address of the API").fill(host.world.api);
  await account.getByRole("button", { name: "Add account" }).click();
  await expect(ada.getByText("The account is added.")).toBeVisible();
  await connect(ada, host.world.address(), modules.length, "gitea");
  await ada.goto(`${server.base}/projects/${PROJECT}/?tab=components`);
  await expect(ada.getByText("20", { exact: true }).first()).toBeVisible();

  // A team for Czech alone, and two people by mail.
  await ada.goto(`${server.base}/access/${PROJECT}/?tab=teams`);
  await ada.getByLabel("Name", { exact: true }).fill("Czech");
  await ada.getByRole("button", { name: "Create team" }).click();
  await ada.getByRole("checkbox", { name: "Review strings" }).check();
  await ada.getByRole("radio", { name: "The chosen languages only" }).check();
  await ada.getByRole("checkbox", { name: "Czech" }).check();
  await ada.getByRole("button", { name: "Save" }).click();
  await expect(ada.getByText("The team is saved.")).toBeVisible();
  const toNora = await invite(ada, "nora@market.test", /^Administration/);
  const toKarel = await invite(ada, "karel@market.test", /^Czech/);

  const nora = await fresh(browser);
  await nora.goto(toNora);
  await nora.getByLabel("User name").fill("nora");
  await nora.getByLabel("Name", { exact: true }).fill("Nora New");
  await nora.getByLabel("Password").fill(PASSWORD);
  await nora.getByRole("button", { name: "Create account and accept" }).click();
  await expect(nora).toHaveURL(`${server.base}/projects/${PROJECT}/`);

  const karel = await fresh(browser);
  await karel.goto(toKarel);
  await karel.getByRole("link", { name: "Sign in with Garden Club" }).click();
  await karel.locator("input[name=login]").fill("karel");
  await karel.locator("input[name=password]").fill("x");
  await karel.locator("button[type=submit]").click();
  await expect(karel.getByRole("heading", { level: 1 })).toHaveText("Create your account");
  await karel.getByRole("button", { name: "Create account" }).click();
  await karel.getByRole("button", { name: "Accept and join" }).click();
  await expect(karel).toHaveURL(`${server.base}/projects/${PROJECT}/`);

  // Czech is theirs, German is not.
  await translate(karel, "apples/cs", "Close the stall of apples", "Zavřít stánek");
  await karel.goto(`${server.base}/translate/${PROJECT}/apples/de/`);
  await expect(karel.getByRole("button", { name: "Approve" })).toHaveCount(0);

  // A push is refused in the remote's own words; people go on; it works again when what stood in its way is gone.
  stallsUpstream.git("config", "receive.maxInputSize", "1");
  const before = stallsUpstream.git("rev-parse", "main").trim();
  await commit(nora, "apples");
  await push(nora);
  await expect(nora.getByText("Automatic repository work is paused")).toBeVisible({ timeout: 60_000 });
  await expect(nora.getByText(/pack exceeds maximum allowed size/).first()).toBeVisible();
  await expectSound(nora);
  await translate(karel, "pears/cs", "Close the stall of pears", "Konec prodeje hrušek");
  stallsUpstream.git("config", "--unset", "receive.maxInputSize");
  await nora.reload();
  await push(nora);
  await expect(nora.getByText("nothing to push")).toBeVisible({ timeout: 60_000 });
  expect(stallsUpstream.read("stalls/apples/po/cs.po")).toContain("Zavřít stánek");
  expect(stallsUpstream.git("log", "--format=%an", "main")).toContain("Karel Trh");

  // A merge request is opened, and taken by the maintainers of the repository.
  await translate(karel, "till/cs", "The till", "Pokladna");
  await commit(nora, "till");
  await push(nora);
  await expect.poll(() => host.world.requests.length, { timeout: 60_000 }).toBe(1);
  host.world.merge(1);
  await nora.getByRole("button", { name: /Check for updates|^Update with/ }).click();
  await expect(nora.getByText("nothing to push")).toBeVisible({ timeout: 60_000 });
  expect(host.world.upstream.read("modules/till/cs.json")).toContain("Pokladna");

  // Upstream throws the commits away by force; the text is kept, and put back.
  stallsUpstream.git("update-ref", "refs/heads/main", before);
  expect(stallsUpstream.read("stalls/apples/po/cs.po")).not.toContain("Zavřít stánek");
  await nora.goto(`${server.base}/repository/${PROJECT}/apples/`);
  await nora.getByRole("button", { name: /Check for updates|^Update with/ }).click();
  await expect(nora.locator("[data-task=done]")).toBeVisible({ timeout: 60_000 });
  // It waits at its string, in the name of who wrote it.
  await nora.goto(`${server.base}/translate/${PROJECT}/apples/cs/?q=${encodeURIComponent("has:suggestion")}`);
  await alive(nora);
  const kept = nora.locator("[data-suggestion]").first();
  await expect(kept).toContainText("Zavřít stánek");
  await expect(kept).toContainText("Karel Trh");
  await expectSound(nora);
  await kept.getByRole("button", { name: /^Accept/ }).click();
  await expect(kept).toBeHidden();
  await expect(nora.locator("[data-save-indicator]")).toHaveText("Saved");
  await commit(nora, "apples");
  await push(nora);
  await expect(nora.getByText("nothing to push")).toBeVisible({ timeout: 60_000 });
  expect(stallsUpstream.read("stalls/apples/po/cs.po")).toContain("Zavřít stánek");
});
