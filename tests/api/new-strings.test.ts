import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { issueToken } from "@/lib/domain/users/tokens";
import { connect, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { json, send } from "./support";

/** New strings that the files could not hold beside those that are there are refused when they are added. */

let admin: Actor;
let key = "";

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  key = (await issueToken(admin.userId)).key;
});

const into = (component: ComponentRow, rest: string) =>
  `/api/translations/${component.project.slug}/${component.slug}/en/${rest}/`;

const add = (component: ComponentRow, name: string, ...value: string[]) =>
  json("POST", into(component, "units"), { key, body: { key: name, value: value.length > 0 ? value : ["Text"] } });

async function upload(component: ComponentRow, name: string, content: string) {
  const body = new FormData();
  body.append("file", new File([content], name));
  body.append("method", "add");
  const answer = await send("POST", into(component, "file"), { key, body });
  return { status: answer.status, body: await answer.json() };
}

const open = (fileFormat: string, path: string, content: string) =>
  connect(
    admin,
    { [path]: content },
    {
      filemask: path.replace("en", "*"),
      template: path,
      fileFormat,
      manageUnits: true,
      editTemplate: true,
      pushOnCommit: false,
    },
  );

const refused = (attr: string, detail: string) => ({
  status: 400,
  body: { type: "validation_error", errors: [{ attr, detail: expect.stringContaining(detail) }] },
});

describe("a new string", () => {
  it.each([
    ["json-nested", "l/en.json", '{"nav": {"home": "Home"}}\n', "nav", "nav.home.x"],
    ["i18nextv4", "l/en.json", '{"nav": {"home": "Home"}}\n', "nav", "nav.home.x"],
    ["yaml", "l/en.yml", "nav:\n  home: Home\n", "nav", "nav->home->x"],
    ["ruby-yaml", "l/en.yml", "en:\n  nav:\n    home: Home\n", "nav", "nav->home->x"],
    ["toml", "l/en.toml", '[nav]\nhome = "Home"\n', "nav", "nav.home.x"],
    [
      "php",
      "l/en.php",
      "<?php\nreturn [\n    'nav' => [\n        'home' => 'Home',\n    ],\n];\n",
      "return[]->'nav'",
      "return[]->'nav'[]->'home'[]->'x'",
    ],
    [
      "laravel",
      "l/en.php",
      "<?php\nreturn [\n    'nav' => [\n        'home' => 'Home',\n    ],\n];\n",
      "nav",
      "nav[]->'home'[]->'x'",
    ],
  ])(
    "of %s is no text where others have levels, and has no levels where another is a text",
    async (format, path, file, above, below) => {
      const { component, upstream } = await open(format, path, file);
      expect(await add(component, above)).toMatchObject(refused("key", above));
      expect(await add(component, below)).toMatchObject(refused("key", below));
      const beside = below.replace("home", "away");
      expect((await add(component, beside)).status).toBe(200);
      // What was added and is in no file yet counts as well.
      const holder = beside.replace(/(?:\.|(?:\[\])?->)'?x'?$/, "");
      expect(await add(component, holder)).toMatchObject(refused("key", holder));
      expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
      expect(upstream.read(path)).toContain("Text");
      expect((await add(component, beside)).status).toBe(400);
    },
  );

  it("is refused with its text, where that is what cannot be written", async () => {
    const { component } = await open("fluent", "l/en.ftl", "home = Home\n");
    expect(await add(component, "nav.home")).toMatchObject(refused("key", "use letters, digits"));
    expect(await add(component, "nav", "{ $x")).toMatchObject(refused("value", "not Fluent"));
    expect((await add(component, "nav")).status).toBe(200);
  });

  it("is refused where it would be read as a form of another, and taken where it is none", async () => {
    const { component } = await open(
      "i18nextv4",
      "l/en.json",
      '{"pear_one": "{{count}} pear", "pear_other": "pears"}\n',
    );
    expect(await add(component, "pear_few")).toMatchObject(refused("key", "as a form"));
    expect(await add(component, "plum_other")).toMatchObject(refused("key", "as a form"));
    expect((await add(component, "pear.note")).status).toBe(200);
    expect((await add(component, "plum", "plum", "plums")).status).toBe(200);
  });
});

describe("an upload that adds strings", () => {
  it("adds none when one of them does not fit, and says which", async () => {
    const { component } = await open("json-nested", "l/en.json", '{"nav": {"home": "Home"}}\n');
    const clash = '{"first": "First", "nav": "Navigation"}';
    expect(await upload(component, "en.json", clash)).toMatchObject(refused("file", "nav"));
    await expect(unitId(component, "en", "First")).rejects.toThrow();
    const flat = 'msgid ""\nmsgstr ""\n\nmsgctxt "nav.home.x"\nmsgid "X"\nmsgstr "X"\n';
    expect(await upload(component, "en.po", flat)).toMatchObject(refused("file", "nav.home.x"));
    expect(
      await upload(component, "en.json", '{"first": "First", "nav": {"away": "Away", "home": "Home"}}'),
    ).toMatchObject({
      status: 200,
      body: { accepted: 2, skipped: 1 },
    });
  });
});

it("a new plural has a text for its last form, and what has no text is told so once", async () => {
  const { component } = await open(
    "aresource",
    "l/en.xml",
    '<resources>\n    <string name="a">A</string>\n</resources>\n',
  );
  expect(await add(component, "pears", "%d pear", " ")).toMatchObject(refused("value", "Enter a text for the last"));
  expect(await add(component, "pears", "", "%d pears")).toMatchObject({ status: 200 });
  const blank = await add(component, "plums", "", "");
  expect(blank.body.errors).toEqual([expect.objectContaining({ attr: expect.stringMatching(/^value/) })]);
});
