import { describe, expect, it } from "vitest";
import { isOnlyMarkup, withoutMessages } from "@/lib/text/formats/gettext/gettext";

describe("a template with fewer strings", () => {
  const HEAD = '# Title\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
  const message = (id: string) => `\n#: a.rst:1\nmsgid "${id}"\nmsgstr ""\n`;

  it("keeps the header and all other strings to the byte", () => {
    const text = HEAD + ["a", "b", "c"].map(message).join("");
    for (const gone of ["a", "b", "c"])
      expect(withoutMessages(text, (id) => id === gone)).toBe(
        HEAD +
          ["a", "b", "c"]
            .filter((id) => id !== gone)
            .map(message)
            .join(""),
      );
    expect(withoutMessages(text, () => false)).toBe(text);
    expect(withoutMessages(text, () => true)).toBe(HEAD);
  });
});

describe("a paragraph of reStructuredText", () => {
  it.each([
    ["``apple --red``", true],
    ["``apple``, ``pear`` (3.14)", true],
    [":ref:`part`", true],
    [":py:func:`open`", true],
    ["|version|", true],
    ["[1]_ [#note]_ [CIT2002]_", true],
    ["https://example.org/apples", true],
    ["42", true],
    ["Apples", false],
    ["``apple`` and ``pear``", false],
    [":ref:`The part <part>`", false],
    [":guilabel:`File`", false],
    [":term:`orchard`", false],
    ["`Site <https://example.org/>`_", false],
    ["林檎", false],
  ])("%j has nothing to translate: %s", (text, expected) => {
    expect(isOnlyMarkup(text)).toBe(expected);
  });

  it("is judged in no time, however it is written", () => {
    for (const part of ["`", "``", ":a:`", "|a", "[", "http://", ":".repeat(50)])
      expect(isOnlyMarkup(`${part.repeat(20_000)} text`)).toBe(false);
  });
});
