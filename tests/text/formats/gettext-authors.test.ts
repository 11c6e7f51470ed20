import { describe, expect, it } from "vitest";
import { addAuthor } from "@/lib/text/formats/gettext/authors";

const REST = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n\nmsgid "a"\nmsgstr "b"\n';
const ADA = "Ada L. <ada@example.org>";

describe("the contributors of a PO file", () => {
  it("come behind those who are there, each once, with the years", () => {
    const first = addAuthor(`# Czech translations.\n# Copyright 2020\n#\n#, fuzzy\n${REST}`, ADA, 2025);
    expect(first).toBe(`# Czech translations.\n# Copyright 2020\n# ${ADA}, 2025.\n#\n#, fuzzy\n${REST}`);
    const second = addAuthor(first, "Bob <bob@example.org>", 2026);
    expect(second).toContain(`# ${ADA}, 2025.\n# Bob <bob@example.org>, 2026.\n#\n`);
    expect(addAuthor(second, ADA, 2026)).toContain(`# ${ADA}, 2025, 2026.\n`);
    expect(addAuthor(second, "Ada <ADA@example.org>", 2025)).toBe(second);
  });

  it("take the place of what a template leaves for them", () => {
    const made = addAuthor(`# FIRST AUTHOR <EMAIL@ADDRESS>, YEAR.\n${REST}`, ADA, 2026);
    expect(made).toBe(`# ${ADA}, 2026.\n${REST}`);
    expect(addAuthor(made, ADA, 2026)).toBe(made);
  });

  it("are written where there was no comment, with the line ends of the file", () => {
    expect(addAuthor(REST, ADA, 2026)).toBe(`# ${ADA}, 2026.\n${REST}`);
    expect(addAuthor(REST.replaceAll("\n", "\r\n"), "A\nB <a@b>", 2026)).toBe(
      `# A B <a@b>, 2026.\r\n${REST.replaceAll("\n", "\r\n")}`,
    );
  });

  it("are not written into files without a header", () => {
    for (const text of ["", '# x\nmsgid "a"\nmsgstr ""\n']) expect(addAuthor(text, ADA, 2026)).toBe(text);
  });
});
