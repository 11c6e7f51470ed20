import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import type { Upload } from "@/lib/domain/uploads/upload";
import { planUpload, uploadFile } from "@/lib/domain/uploads/upload-file";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** A file that says itself which language it is in. */

let admin: Actor;
let component: ComponentRow;
let wide: ComponentRow;

const po = (language: string, text: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${language && `"Language: ${language}\\n"\n`}\nmsgid "Apple"\nmsgstr "${text}"\n`;
const xliff = (language: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="app" datatype="plaintext" source-language="en"${language && ` target-language="${language}"`}><body><trans-unit id="1"><source>Apple</source><target>Apfel</target></trans-unit></body></file></xliff>`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    { "po/cs.po": po("cs", ""), "po/de.po": po("de", ""), "po/pt_BR.po": po("pt_BR", ""), "po/app.pot": po("", "") },
    { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" },
  ));
});

const upload = (filename: string, content: string, method: Upload["method"] = "translate"): Upload => ({
  ...{ filename, bytes: new TextEncoder().encode(content), method },
  ...{ conflicts: "", fuzzy: "" },
});

const declaredIn = async (language: string, file: Upload) =>
  (await planUpload(admin, await findTranslation(admin, await findComponentById(admin, wide.id), language), file))
    .declared;

async function declared(language: string, file: Upload) {
  return (
    await planUpload(admin, await findTranslation(admin, await findComponentById(admin, component.id), language), file)
  ).declared;
}

it("is told of where that is another language than the translation's", async () => {
  expect(await declared("de", upload("x.po", po("cs", "Jablko")))).toEqual({ code: "cs", name: "Czech" });
  expect(await declared("de", upload("x.po", po("Czech", "Jablko"), "replace"))).toMatchObject({ code: "cs" });
  expect(await declared("cs", upload("x.po", po("de_CH.UTF-8", "Apfel")))).toMatchObject({ code: "de" });
});

it("is told of in another format than the component's", async () => {
  expect(await declared("cs", upload("x.xlf", xliff("de-AT")))).toMatchObject({ code: "de_AT" });
  expect(await declared("de", upload("x.xlf", xliff("de-AT")))).toBeUndefined();
  expect(await declared("cs", upload("x.xlf", xliff("")))).toBeUndefined();
});

it.each(["", "cs", "cs_CZ", "ces", "LANGUAGE", "C"])("is the same one, or none, with “%s”", async (language) => {
  expect(await declared("cs", upload("x.po", po(language, "Jablko")))).toBeUndefined();
});

it("is that of another country, and what the project takes its code for", async () => {
  expect(await declared("pt_BR", upload("x.po", po("pt", "Maçã")))).toBeUndefined();
  expect(await declared("de", upload("x.po", po("no", "Eple")))).toBeDefined();
  await updateProject(admin, component.project.slug, { languageAliases: "no:de" });
  expect(await declared("de", upload("x.po", po("no", "Apfel")))).toBeUndefined();
});

describe("of a language that has several codes", () => {
  const inPo = (language: string, text = "x") => upload("x.po", po(language, text));

  beforeAll(async () => {
    const files = ["cs", "nn", "nb", "sr", "sr_Latn", "zh_Hans", "zh_TW", "hr", "ckb", "arz"];
    ({ component: wide } = await connect(
      admin,
      Object.fromEntries([...files.map((code) => [`po/${code}.po`, po(code, "")]), ["po/app.pot", po("", "")]]),
      { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" },
    ));
  });

  it.each([
    ["nn", "no"],
    ["nn", "nor"],
    ["nn", "no_NO"],
    ["nb_NO", "no"],
    ["hr", "sh"],
    ["sr", "sh"],
    ["sr", "sr@latin"],
    ["sr", "sr_Cyrl"],
    ["sr_Latn", "sr"],
    ["zh_Hans", "zh"],
    ["zh_Hant", "zh"],
    ["zh_Hant", "zh_HK"],
    ["zh_Hans", "zh_CN"],
    ["ckb", "ku"],
    ["arz", "ar"],
    ["arz", "ara"],
    ["zh_Hant", "zho"],
    ["hr", "hbs"],
    ["ckb", "kur"],
  ])("%s can be what “%s” says", async (code, written) => {
    expect(await declaredIn(code, inPo(written))).toBeUndefined();
  });

  it.each([
    ["nn", "nb"],
    ["nb_NO", "nn"],
    ["hr", "sr"],
    ["sr_Latn", "sr@cyrillic"],
    ["sr_Latn", "sr_Cyrl"],
    ["zh_Hans", "zh_TW"],
    ["zh_Hans", "zh-Hant"],
    ["zh_Hant", "zh_CN"],
    ["ckb", "kmr"],
    ["cs", "no"],
  ])("%s is not what “%s” says", async (code, written) => {
    expect(await declaredIn(code, inPo(written))).toBeDefined();
  });
});

it("never stops an upload", async () => {
  const translation = await findTranslation(admin, component, "de");
  const file = upload("x.po", po("cs", "Jablko"));
  let told: unknown;
  const done = await uploadFile(admin, translation, file, async ({ declared: other }) => {
    told = other;
  });
  expect(told).toMatchObject({ code: "cs" });
  expect(done.accepted).toBe(1);
});
