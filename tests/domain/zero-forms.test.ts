import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";

/** Formats that offer a form for zero in every language, first of all forms and never needed. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const dict = (forms: Record<string, string>) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>count</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@n@</string>
		<key>n</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
${Object.entries(forms)
  .map(([category, text]) => `			<key>${category}</key>\n			<string>${text}</string>`)
  .join("\n")}
		</dict>
	</dict>
</dict>
</plist>
`;
const EN = dict({ zero: "no quinces", one: "%d quince", other: "%d quinces" });
const CS = dict({ one: "%d kdoule", few: "%d kdoule", other: "%d kdoulí" });
const path = (code: string) => `App/${code}.lproj/Localizable.stringsdict`;
const SETTINGS = { filemask: path("*"), template: path("en"), fileFormat: "stringsdict" } as const;

describe("a form for zero", () => {
  it("comes first in every language, and is written only when it says something", async () => {
    const files = { [path("en")]: EN, [path("cs")]: CS, [path("ar")]: dict({ zero: "صفر", other: "%d" }) };
    const { component, upstream } = await connect(admin, files, SETTINGS);
    const cs = await unitId(component, "cs", "count:n");
    expect(await findUnit(admin, cs)).toMatchObject({
      sources: ["%d quince", "%d quinces"],
      targets: ["", "%d kdoule", "%d kdoule", "%d kdoulí"],
      state: 20,
      failing: false,
    });
    expect((await findTranslation(admin, component, "cs")).plural).toMatchObject({
      number: 4,
      source: 3,
      categories: ["zero", "one", "few", "other"],
    });
    expect((await findTranslation(admin, component, "en")).plural).toMatchObject({ number: 2, source: 0 });
    expect((await findUnit(admin, await unitId(component, "ar", "count:n"))).targets).toEqual([
      "صفر",
      ...["", "", "", ""],
      "%d",
    ]);
    await editUnit(admin, cs, { targets: ["", "%d kus", "%d kusy", "%d kusů"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(path("cs"))).toBe(dict({ one: "%d kus", few: "%d kusy", other: "%d kusů" }));
    await editUnit(admin, cs, { targets: ["žádný kus", "%d kus", "%d kusy", "%d kusů"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(path("cs"))).toBe(
      dict({ zero: "žádný kus", one: "%d kus", few: "%d kusy", other: "%d kusů" }),
    );
    expect(upstream.read(path("en"))).toBe(EN);
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    expect((await findUnit(admin, cs)).targets[0]).toBe("žádný kus");
    expect(await counterDrift()).toEqual([]);
  });

  it("is there in a language that is added, also in one without plural forms", async () => {
    const { component, upstream } = await connect(admin, { [path("en")]: EN, [path("cs")]: CS }, SETTINGS);
    const { code } = await beginLanguage(admin, component, "ja");
    const made = await findTranslation(admin, component, code);
    expect(made.plural).toMatchObject({ number: 2, categories: ["zero", "other"] });
    await writeLanguageFile(component.repositoryId, made.id);
    const unit = await unitId(component, "ja", "count:n");
    expect((await findUnit(admin, unit)).targets).toEqual(["", ""]);
    await editUnit(admin, unit, { targets: ["", "%d個"], state: 20 });
    await editUnit(admin, await unitId(component, "ja", "count"), { targets: ["%#@n@"], state: 20 });
    expect((await findUnit(admin, unit)).failing).toBe(false);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(path("ja"))).toContain("<key>other</key>\n\t\t\t<string>%d個</string>");
    expect(upstream.read(path("ja"))).not.toContain("<key>zero</key>");
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect((await findUnit(admin, unit)).targets).toEqual(["", "%d個"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("is offered by Apple's XLIFF too", async () => {
    const unit = (category: string, source: string, target: string) => `
      <trans-unit id="/count:dict/n:dict/${category}:dict/:string">
        <source>${source}</source>
        <target>${target}</target>
      </trans-unit>`;
    const file = (units: string) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2">
  <file original="App/Localizable.stringsdict" source-language="en" target-language="cs" datatype="plaintext">
    <body>${units}
    </body>
  </file>
</xliff>
`;
    const units =
      unit("one", "%d pear", "%d hruška") +
      unit("few", "%d pears", "%d hrušky") +
      unit("other", "%d pears", "%d hrušek");
    const { component, upstream } = await connect(
      admin,
      { "l10n/cs.xliff": file(units) },
      { filemask: "l10n/*.xliff", fileFormat: "apple-xliff" },
    );
    const id = await unitId(component, "cs", "%d pear");
    expect((await findUnit(admin, id)).targets).toEqual(["", "%d hruška", "%d hrušky", "%d hrušek"]);
    await editUnit(admin, id, { targets: ["nic", "%d hruška", "%d hrušky", "%d hrušek"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("l10n/cs.xliff")).toContain("zero:dict/:string");
    expect(upstream.read("l10n/cs.xliff")).toContain("<target>nic</target>");
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    expect((await findUnit(admin, id)).targets[0]).toBe("nic");
    expect(await counterDrift()).toEqual([]);
  });
});
