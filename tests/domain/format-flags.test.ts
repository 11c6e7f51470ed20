import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRows } from "../support/text-rows";

/** Checks that a file format switches on by itself. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

async function findings(unit: number): Promise<string[]> {
  const rows = await textRows<{ check: string }>(
    db,
    sql`select "check" from findings where unit_id = ${unit} order by 1`,
  );
  return rows.map((row) => row.check);
}

const android = (body: string) => `<resources>\n${body}\n</resources>\n`;

describe("the format of the files", () => {
  it("says which placeholders are compared, from the import on", async () => {
    const { component, upstream } = await connect(
      admin,
      {
        "en.lproj/a.strings": '"hi" = "Hi %@ and %d";\n"bye" = "Bye";\n',
        "cs.lproj/a.strings": '"hi" = "Ahoj";\n"bye" = "Pa";\n',
      },
      { filemask: "*.lproj/a.strings", template: "en.lproj/a.strings", fileFormat: "strings-utf8" },
    );
    const hi = await unitId(component, "cs", "hi");
    expect(await findings(hi)).toEqual(["objc_format"]);
    expect(await findings(await unitId(component, "cs", "bye"))).toEqual([]);
    await editUnit(admin, hi, { targets: ["Ahoj %@ a %d"], state: 20 });
    expect(await findings(hi)).toEqual([]);
    await editUnit(admin, hi, { targets: ["Ahoj %@ a"], state: 20 });
    expect(await findings(hi)).toEqual(["objc_format"]);
    await performOperation(component.repositoryId, "push");
    upstream.commit({ "cs.lproj/a.strings": '"hi" = "Nazdar %d a %@";\n"bye" = "Pa";\n' });
    await performOperation(component.repositoryId, "pull");
    expect(await findings(hi)).toEqual(["objc_format"]);
    expect(await counterDrift()).toEqual([]);
  });

  it("switches on the checks of ICU messages and of Fluent", async () => {
    const { component: arb } = await connect(
      admin,
      {
        "l/en.arb":
          '{"@@locale": "en", "n": "{n, plural, one {# file} other {# files}}", "broken": "{n, plural, one {x}"}',
        "l/cs.arb": '{"@@locale": "cs", "n": "{n, plural, one {# soubor}}", "broken": "x"}',
      },
      { filemask: "l/*.arb", template: "l/en.arb", fileFormat: "arb" },
    );
    expect(await findings(await unitId(arb, "cs", "n"))).toEqual(["icu_message_format"]);
    expect(await findings(await unitId(arb, "cs", "broken"))).toEqual([]);
    expect(await findings(await unitId(arb, "en", "broken"))).toContain("icu_message_format_syntax");
    const { component: ftl } = await connect(
      admin,
      {
        "l/en.ftl": "hi = Hi { $name }\n    .title = T\n-brand = Firefox\n",
        "l/cs.ftl": "hi = Ahoj { $nam }\n-brand = Firefox\n    .gender = m\n",
      },
      { filemask: "l/*.ftl", template: "l/en.ftl", fileFormat: "fluent" },
    );
    expect(await findings(await unitId(ftl, "cs", "hi"))).toEqual(["fluent-parts", "fluent-references"]);
    expect(await findings(await unitId(ftl, "cs", "-brand"))).toEqual([]);
    await editUnit(admin, await unitId(ftl, "cs", "hi"), { targets: ["Ahoj { $name }\n.title = Titul"], state: 20 });
    expect(await findings(await unitId(ftl, "cs", "hi"))).toEqual([]);
  });

  it("gives way to the flags of the translation and of the string, and adds to those of the component", async () => {
    const { component } = await connect(
      admin,
      {
        "values/s.xml": android(
          '<string name="a">%d pears</string><string name="b" weblate-flags="discard:java-printf-format">%d figs</string>',
        ),
        "values-cs/s.xml": android('<string name="a">hrušky</string><string name="b">fíky</string>'),
      },
      {
        filemask: "values-*/s.xml",
        template: "values/s.xml",
        fileFormat: "aresource",
        checkFlags: "max-length:5",
      },
    );
    expect(await findings(await unitId(component, "cs", "a"))).toEqual(["java_printf_format", "max-length"]);
    expect(await findings(await unitId(component, "cs", "b"))).toEqual([]);
  });

  it("tells of markup by the string it is in", async () => {
    const { component } = await connect(
      admin,
      {
        "values/s.xml": android('<string name="a">&lt;b>pear&lt;/b></string><string name="b">fig</string>'),
        "values-cs/s.xml": android(
          '<string name="a">&lt;b onclick="x()">hruška&lt;/b></string><string name="b">fík</string>',
        ),
      },
      { filemask: "values-*/s.xml", template: "values/s.xml", fileFormat: "aresource" },
    );
    expect(await findings(await unitId(component, "cs", "a"))).toContain("safe-html");
    expect(await findings(await unitId(component, "cs", "b"))).toEqual([]);
  });
});
