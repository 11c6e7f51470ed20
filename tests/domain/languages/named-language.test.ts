import { beforeAll, describe, expect, it } from "vitest";
import { languageNames } from "@/app/ui/language-names";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";
import { listTranslations } from "@/lib/domain/translations/translations";
import { textsOf } from "@/lib/text/messages/catalogue";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
let component: ComponentRow;

const ALL = { limit: 100, offset: 0 };
const po = (apple = "") => `msgid "Apple"\nmsgstr "${apple}"\n`;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const files = Object.fromEntries(["cs", "de", "fr", "sk", "zh_Hans"].map((code) => [`po/${code}.po`, po()]));
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
});

/** Codes of languages of the component and of its project, in the order of their codes. */
async function found(words: string, language = "en"): Promise<string[]> {
  const typed = languageNames(textsOf(language)).typed(words);
  const inComponent = await listTranslations(admin, { component, typed }, ALL);
  const inProject = await readProjectLanguages(admin, component.projectId, ALL, [], undefined, typed);
  expect([inComponent.count, inProject.count]).toEqual([inComponent.rows.length, inProject.rows.length]);
  const codes = inComponent.rows.map(({ languageCode }) => languageCode).sort();
  expect(inProject.rows.map(({ code }) => code).sort()).toEqual(codes);
  return codes;
}

describe("languages of a component and of a project are narrowed", () => {
  it.each([
    ["by a part of the name", "zec", ["cs"]],
    ["by their own name", "slovenč", ["sk"]],
    ["by the code", "zh_hans", ["zh_Hans"]],
    ["by what nothing has", "klingon", []],
    ["by a wildcard as the letter that it is", "%", []],
    ["by nothing", "  ", ["cs", "de", "en", "fr", "sk", "zh_Hans"]],
  ])("%s", async (_, words, codes) => {
    expect(await found(words)).toEqual(codes);
  });

  it("by the name that the reader's language has, and by no other's", async () => {
    expect(await found("tschech", "de")).toEqual(["cs"]);
    expect(await found("tschech", "en")).toEqual([]);
  });
});
