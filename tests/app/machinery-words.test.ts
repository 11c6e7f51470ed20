import { expect, it } from "vitest";
import { codeHostKind } from "@/app/ui/code-host-words";
import { serviceChoice, serviceWords } from "@/app/ui/machinery-words";
import { codeStyleChoices } from "@/app/ui/shared-settings/setting-texts";
import { allServices } from "@/lib/domain/machinery/services";
import { CODE_HOST_KINDS } from "@/lib/domain/requests/accounts";
import { textsOf } from "@/lib/text/messages/catalogue";

const [en, de] = [textsOf("en"), textsOf("de")];

it("names of services are those of the API in English, and our own ones are translated", () => {
  for (const { id, name, fields } of allServices()) {
    expect(serviceWords(en, id)).toBe(name);
    expect(serviceWords(de, id) !== name, id).toBe(fields.length === 0);
  }
  expect(serviceWords(de, "gone")).toBe("gone");
});

it("choices of services are words in every language, and numbers stay", () => {
  const choices = new Set(allServices().flatMap(({ fields }) => fields.flatMap((field) => field.choices ?? [])));
  expect(choices.size).toBeGreaterThan(5);
  for (const choice of choices) {
    const isNumber = /^\d+$/.test(choice);
    expect(serviceChoice(de, choice) === choice, choice).toBe(isNumber);
    expect(serviceChoice(de, choice) === serviceChoice(en, choice), choice).toBe(isNumber);
  }
});

it("kinds of code hosts are those of the API in English, and translated", () => {
  for (const kind of CODE_HOST_KINDS) {
    expect(codeHostKind(en, kind)).toBe(kind.name);
    expect(codeHostKind(de, kind)).not.toBe(kind.name);
  }
  expect(codeHostKind(de, { id: "mercurial", name: "Mercurial" })).toBe("Mercurial");
});

it("styles of codes show how they spell one", () => {
  const labels = codeStyleChoices(en).map(({ label }) => label);
  expect(labels).toContain("android (zh-rTW)");
  expect(labels).toContain("bcp lower (zh-hant)");
});
