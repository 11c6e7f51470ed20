import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readCatalogueFolder } from "@/lib/platform/catalogue-folder";
import { EnvironmentError, environment, setEnvironment } from "@/lib/platform/environment";
import { log } from "@/lib/platform/log";
import { languageFor, messagesOf, pageLanguages, textsOf } from "@/lib/text/messages/catalogue";

let folder: string;
const before = environment();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loquat-messages-"));
  setEnvironment({ ...before, messages: folder });
});

afterEach(() => {
  setEnvironment(before);
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

const write = (name: string, messages: unknown) =>
  writeFileSync(join(folder, name), typeof messages === "string" ? messages : JSON.stringify(messages));

it("offers a further language, and says in English what its file does not say", async () => {
  write("nl.json", {
    common: { projects: "Projecten", languages: "" },
    form: { tooLong: "Hoogstens {max, plural, one {# teken} other {# tekens}}." },
  });
  await readCatalogueFolder();
  expect(pageLanguages()).toContain("nl");
  expect(languageFor(undefined, "nl-BE, de;q=0.5")).toBe("nl");
  const t = textsOf("nl");
  expect(t("common.projects")).toBe("Projecten");
  expect(t("common.languages")).toBe("Languages");
  expect(t("form.tooLong", { max: 1 })).toBe("Hoogstens 1 teken.");
  // A page could not be sent with objects that have no prototype.
  const choices = (messagesOf("nl").form as unknown as { tooLong: [string, [string, number, object]] }).tooLong[1][2];
  expect(Object.getPrototypeOf(choices)).toBe(Object.prototype);
});

it("goes before the texts of a language that there is", async () => {
  write("pt_BR.json", { common: { save: "Salvar" } });
  write("de.json", { common: { save: "Sichern" } });
  await readCatalogueFolder();
  expect(textsOf("pt-BR")("common.save")).toBe("Salvar");
  expect(textsOf("de")("common.save")).toBe("Sichern");
  expect(textsOf("de")("common.projects")).toBe("Projekte");
});

it("leaves out what would break a page, and tells of it", async () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  write("sv.json", {
    common: { save: 5, projects: "Projekt" },
    form: { narrow: "Sök: {lable}", problems: "{count, plural, one {# fel}", tooLong: "Högst {max} tecken." },
    signIn: { noAccount: "Inget konto? Skapa ett" },
    unknown: { words: "ord" },
  });
  await readCatalogueFolder();
  const t = textsOf("sv");
  expect(t("common.projects")).toBe("Projekt");
  expect(t("common.save")).toBe("Save");
  expect(t("form.narrow", { label: "a" })).toBe("Search: a");
  expect(t("form.problems", { count: 2 })).toBe("2 problems to fix");
  expect(t("form.tooLong", { max: 3 })).toBe("Högst 3 tecken.");
  expect(t.has("unknown.words" as never)).toBe(false);
  expect(warn.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringContaining("common.save is not a text"),
    expect.stringContaining("form.narrow: {label} is missing, {lable} is not in the English text"),
    expect.stringContaining("form.problems: "),
    expect.stringContaining("signIn.noAccount: <link> is missing"),
  ]);
});

it.each([
  ["a file that is no JSON", "fi.json", "{", /"fi\.json" cannot be read/],
  ["a name that is no language", "a language.json", {}, /"a language\.json" is not named by the code of a language/],
])("refuses to start with %s", async (_, name, messages, told) => {
  write(name, messages);
  await expect(readCatalogueFolder()).rejects.toThrow(EnvironmentError);
  await expect(readCatalogueFolder()).rejects.toThrow(told);
});

it("refuses to start without its folder, and does nothing where none is named", async () => {
  setEnvironment({ ...before, messages: join(folder, "none") });
  await expect(readCatalogueFolder()).rejects.toThrow(/cannot be read \(ENOENT\)/);
  setEnvironment({ ...before, messages: undefined });
  const known = pageLanguages();
  await readCatalogueFolder();
  expect(pageLanguages()).toEqual(known);
});
