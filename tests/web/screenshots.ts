import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright";
import { BROWSER_ARGUMENTS, findBrowser } from "./support/browser";

/**
 * Shoots every page at three widths, light and dark, for a person to look at.
 * SHOTS names the folder, LOQUAT_BASE_URL a running server with the demo project, LOQUAT_USER and LOQUAT_PASSWORD an
 * administrator (without them only what strangers see is shot). ONLY narrows to pages whose name holds it.
 */

const base = process.env.LOQUAT_BASE_URL ?? "http://localhost:3100";
const folder = process.env.SHOTS ?? "/tmp/shots";
const only = process.env.ONLY ?? "";
const widths = (process.env.WIDTHS ?? "360,768,1440").split(",").map(Number);
const themes = (process.env.THEMES ?? "light,dark").split(",") as ("light" | "dark")[];

const PUBLIC: readonly (readonly [string, string])[] = [
  ["home", "/"],
  ["reset", "/accounts/reset/"],
  ["invitation", "/accounts/invitation/?code=guessed"],
  ["projects", "/projects/"],
  ["project", "/projects/orchard/"],
  ["project-components", "/projects/orchard/?tab=components"],
  ["project-activity", "/projects/orchard/?tab=activity"],
  ["announcements", "/announcements/orchard/"],
  ["insights", "/insights/orchard/?weeks=52&rate=0.1"],
  ["widgets", "/widgets/orchard/"],
  ["engage", "/engage/orchard/"],
  ["engage-language", "/engage/orchard/-/cs/"],
  ["project-language", "/projects/orchard/-/cs/"],
  ["component", "/projects/orchard/{component}/"],
  ["translation", "/projects/orchard/{component}/cs/"],
  ["translation-source", "/projects/orchard/{component}/en/"],
  ["languages", "/languages/"],
  ["languages-all", "/languages/?show=all"],
  ["language", "/languages/ar/"],
  ["changes", "/changes/"],
  ["changes-browse", "/changes/browse/orchard/"],
  ["clashes", "/clashes/orchard/"],
  ["search", "/search/?q=or"],
  ["search-within", "/search/orchard/?q=or"],
  ["about", "/about/"],
  ["keys", "/keys/"],
  ["stats-visitor", "/stats/"],
  ["contact", "/contact/"],
  ["people-visitor", "/user/"],
  ["login", "/accounts/login/"],
  ["register", "/accounts/register/"],
  ["factor-late", "/accounts/factor/"],
  ["not-found", "/projects/none/"],
];

const PRIVATE: readonly (readonly [string, string])[] = [
  ["desk", "/"],
  ["user", "/user/{user}/"],
  ["project-admin", "/projects/orchard/"],
  ["project-repositories", "/projects/orchard/?tab=repository"],
  ["component-admin", "/projects/orchard/{component}/"],
  ["profile", "/accounts/profile/"],
  ["notices", "/accounts/notices/"],
  ["own-tasks", "/accounts/tasks/"],
  ["profile-notices", "/accounts/profile/?tab=notices&month"],
  ["profile-languages", "/accounts/profile/?tab=languages"],
  ["profile-editor", "/accounts/profile/?tab=editor"],
  ["profile-tokens", "/accounts/profile/?tab=tokens"],
  ["profile-security", "/accounts/profile/?tab=security"],
  ["remove-account", "/accounts/remove/"],
  ["profile-devices", "/accounts/profile/?tab=devices"],
  ["profile-password", "/accounts/profile/?tab=password"],
  ["create-project", "/create/project/"],
  ["wizard", "/create/component/vcs/?project=orchard"],
  ["repository", "/repository/orchard/{component}/"],
  ["operations", "/operations/orchard/{component}/"],
  ["source-edits", "/source-edits/orchard/{component}/"],
  ["replace", "/replace/orchard/"],
  ["bulk-edit", "/bulk-edit/orchard/{component}/cs/"],
  ["component-settings", "/component-settings/orchard/"],
  ["component-defaults", "/component-defaults/orchard/"],
  ["lost", "/lost/orchard/"],
  ["repository-project", "/repository/orchard/"],
  ["settings-project", "/settings/orchard/"],
  ["settings-changes", "/settings-changes/orchard/{component}/"],
  ["settings-changes-project", "/settings-changes/orchard/"],
  ["create-category", "/create/category/?place=orchard"],
  ["remove-component", "/remove/orchard/{component}/"],
  ["remove-language", "/remove/orchard/{component}/cs/"],
  ["settings-component", "/settings/orchard/{component}/"],
  ["access", "/access/orchard/"],
  ["access-teams", "/access/orchard/?tab=teams"],
  ["access-matrix", "/access/orchard/?tab=matrix&team=3&permission=unit.edit"],
  ["access-invitations", "/access/orchard/?tab=invitations"],
  ["access-requests", "/access/orchard/?tab=requests"],
  ["access-blocked", "/access/orchard/?tab=blocked"],
  ["access-person", "/access/orchard/?person={user}"],
  ["team", "/teams/3/"],
  ["team-members", "/teams/3/?tab=members"],
  ["manage-teams", "/manage/teams/?all=1"],
  ["manage-roles", "/manage/roles/"],
  ["manage-role", "/manage/roles/?role=1"],
  ["manage-invitations", "/manage/invitations/"],
  ["memory", "/memory/"],
  ["memory-project", "/memory/orchard/"],
  ["machinery", "/machinery/orchard/"],
  ["machinery-sent", "/sent-requests/orchard/"],
  ["component-lists", "/component-lists/"],
  ["labels", "/labels/orchard/"],
  ["fonts", "/fonts/orchard/"],
  ["screenshots", "/screenshots/orchard/{component}/"],
  ["screenshots-project", "/screenshots/orchard/"],
  ["screenshot", "/screenshot/1/?q=a"],
  ["workflows", "/workflows/orchard/?language=cs"],
  ["manage-machinery", "/manage/machinery/"],
  ["manage-component-defaults", "/manage/component-defaults/"],
  ["manage-settings-changes", "/manage/settings-changes/"],
  ["manage-ssh", "/manage/ssh/"],
  ["manage-http", "/manage/http/"],
  ["manage-hosts", "/manage/hosts/"],
  ["ssh-project", "/ssh/orchard/"],
  ["auto-translate", "/auto-translate/orchard/{component}/cs/"],
  ["upload", "/upload/orchard/{component}/cs/"],
  ["add-string", "/add-string/orchard/website/en/"],
  ["remove-string", "/remove-string/orchard/website/cs/?string={string}"],
  ["download", "/download/orchard/{component}/cs/"],
  ["download-project", "/download/orchard/"],
  ["create-component", "/create/component/?project=orchard"],
  ["create-zip", "/create/component/zip/?project=orchard"],
  ["create-scratch", "/create/component/scratch/?project=orchard"],
  ["create-copy", "/create/component/copy/?project=orchard"],
  ["create-upload", "/create/component/upload/?project=orchard"],
  ["access-tokens", "/access/orchard/?tab=tokens"],
  ["new-language", "/new-lang/orchard/{component}/"],
  ["language-requests", "/new-lang/orchard/"],
  ["addons", "/addons/orchard/{component}/"],
  ["addons-install", "/addons/orchard/{component}/?install=weblate.discovery.discovery"],
  ["addons-project", "/addons/orchard/"],
  ["checks", "/checks/-/orchard/"],
  ["checks-of-one", "/checks/end_stop/orchard/"],
  ["comments", "/comments/orchard/"],
  ["editor-comments", "/translate/orchard/{component}/cs/?tab=comments"],
  ["editor-several", "/translate/orchard/-/cs/"],
  ["editor-review", "/translate/orchard/{component}/cs/?mode=review"],
  ["choose-language", "/translate/orchard/"],
  ["zen", "/zen/orchard/{component}/cs/"],
  ["browse", "/browse/orchard/-/cs/"],
  ["editor-nearby", "/translate/orchard/{component}/cs/?tab=nearby"],
  ["editor-glossary", "/translate/orchard/{component}/cs/?tab=glossary"],
  ["agreement", "/agreement/orchard/{component}/"],
  ["alerts", "/alerts/orchard/{component}/"],
  ["project-alerts", "/alerts/orchard/"],
  ["all-alerts", "/alerts/"],
  ["manage", "/manage/"],
  ["manage-addons", "/manage/addons/"],
  ["manage-addons-install", "/manage/addons/?install=weblate.flags.bulk"],
  ["manage-users", "/manage/users/"],
  ["manage-users-add", "/manage/users/?add=1"],
  ["manage-person", "/manage/users/ada/?into=ada"],
  ["manage-tokens", "/manage/tokens/"],
  ["manage-tasks", "/manage/tasks/"],
  ["manage-repositories", "/manage/repos/"],
  ["manage-hooks", "/manage/hooks/"],
  ["manage-appearance", "/manage/appearance/"],
  ["manage-languages", "/manage/languages/"],
  ["manage-language", "/manage/languages/cs/"],
  ["manage-scim", "/manage/scim/"],
  ["manage-backups", "/manage/backups/"],
  ["people", "/user/"],
  ["stats", "/stats/"],
  ["manage-settings", "/manage/settings/"],
  ["setup-site", "/setup/site/"],
  ["setup-start", "/setup/start/"],
  ["manage-announcements", "/manage/announcements/"],
  ["logout", "/accounts/logout/"],
];

async function firstComponent(): Promise<string> {
  const answer = await fetch(`${base}/projects/orchard/?tab=components`);
  const slug = /href="\/projects\/orchard\/([^/"?]+)\/"/.exec(await answer.text())?.[1];
  return slug ?? "none";
}

/** Id of a Czech string of the website. */
async function firstString(): Promise<string> {
  const answer = await fetch(`${base}/api/translations/orchard/website/cs/units/`);
  const { results } = (await answer.json()) as { results: { id: number }[] };
  return String(results[0]?.id ?? 0);
}

async function shoot(
  context: BrowserContext,
  pages: readonly (readonly [string, string])[],
  names: Record<string, string>,
  theme: string,
): Promise<void> {
  const page = await context.newPage();
  page.on("pageerror", (error) => console.log(`  script error on ${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") console.log(`  console on ${page.url()}: ${message.text().slice(0, 200)}`);
  });
  for (const [name, address] of pages) {
    if (!name.includes(only)) continue;
    const answer = await page.goto(base + address.replace(/\{(\w+)\}/g, (_, key: string) => names[key] ?? ""), {
      waitUntil: "networkidle",
    });
    const status = answer?.status() ?? 0;
    if (status >= 400 && name !== "not-found")
      throw new Error(`${page.url()} answers ${status}. Is the demo there yet?`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) console.log(`  ${name} at ${width}: ${overflow} px wider than the window`);
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
  await page.close();
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_ARGUMENTS });
  const user = process.env.LOQUAT_USER;
  const names = { component: await firstComponent(), string: await firstString(), user: user ?? "" };
  try {
    for (const theme of themes) {
      const stranger = await browser.newContext({ colorScheme: theme, locale: "cs-CZ" });
      await shoot(stranger, PUBLIC, names, theme);
      await stranger.close();
      if (!user) continue;
      const context = await browser.newContext({ colorScheme: theme });
      const page = await context.newPage();
      await page.goto(`${base}/accounts/login/`);
      await page.getByLabel("User name or e-mail").fill(user);
      await page.getByLabel("Password").fill(process.env.LOQUAT_PASSWORD ?? "");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${base}/`);
      await page.close();
      await shoot(context, PRIVATE, names, theme);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

await main();
