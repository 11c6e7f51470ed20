import { describe, expect, it } from "vitest";
import { type MergeOptions, mergeTemplate } from "@/lib/text/formats/gettext/merge";

const HEAD = `msgid ""
msgstr ""
"Project-Id-Version: garden\\n"
"POT-Creation-Date: 2020-01-01 00:00+0000\\n"
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`;
const POT = `msgid ""
msgstr ""
"Report-Msgid-Bugs-To: bugs@example.org\\n"
"POT-Creation-Date: 2024-01-01 00:00+0000\\n"
"Content-Type: text/plain; charset=CHARSET\\n"
`;
const merge = (po: string, pot: string, options: Partial<MergeOptions> = {}) =>
  mergeTemplate(HEAD + po, POT + pot, {
    fuzzyMatching: true,
    keepPrevious: true,
    locations: true,
    forms: 3,
    params: {},
    ...options,
  });
/** The merged file without its header. */
const body = (po: string, pot: string, options: Partial<MergeOptions> = {}) => {
  const { text } = merge(po, pot, options);
  return text.slice(text.indexOf("\n\n") + 1);
};

describe("merging a template into a file", () => {
  it("takes the template's moment and address into the header, and nothing else", () => {
    expect(merge('\nmsgid "a"\nmsgstr "b"\n', '\nmsgid "a"\nmsgstr ""\n').text).toBe(
      `${HEAD.replace(
        '"POT-Creation-Date: 2020',
        '"Report-Msgid-Bugs-To: bugs@example.org\\n"\n"POT-Creation-Date: 2024',
      )}\nmsgid "a"\nmsgstr "b"\n`,
    );
  });

  it("gives the same bytes where there is nothing to do, however the file is laid out", () => {
    const po = `${HEAD.replace("2020", "2024")}\n\n# mine\n#: a.c:1\nmsgid ""\n"a"\nmsgstr "b"\n\n\n`;
    const pot = `${POT.replace('"Report-Msgid-Bugs-To: bugs@example.org\\n"\n', "")}\n#: a.c:1\nmsgid "a"\nmsgstr ""\n`;
    const { text, ...counts } = mergeTemplate(po, pot, {
      fuzzyMatching: true,
      keepPrevious: true,
      locations: true,
      forms: 3,
      params: {},
    });
    expect(text).toBe(po);
    expect(counts).toEqual({ added: 0, fuzzy: 0, obsolete: 0 });
  });

  it("keeps notes of translators and takes notes, places and flags from the template", () => {
    expect(
      body(
        '\n# mine\n#. old\n#: a.c:1\n#, fuzzy, c-format\n#| msgid "b"\nmsgid "a %d"\nmsgstr "b %d"\n',
        '\n#. new\n#: a.c:5 b.c:7\n#, python-format\nmsgid "a %d"\nmsgstr ""\n',
      ),
    ).toBe('\n# mine\n#. new\n#: a.c:5 b.c:7\n#, fuzzy, python-format\n#| msgid "b"\nmsgid "a %d"\nmsgstr "b %d"\n');
  });

  it("has the template's order, empty new strings with all their forms, and lost ones behind", () => {
    const known = '\nmsgid "first"\nmsgstr "první"\n\nmsgid "second"\nmsgstr "druhý"\n\nmsgid "third"\nmsgstr ""\n';
    const wanted =
      '\n#: n.c:1\nmsgid "%d new apple"\nmsgid_plural "%d new apples"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "second"\nmsgstr ""\n';
    expect(body(`${known}\n#~ msgid "dead"\n#~ msgstr "mrtvý"\n`, wanted)).toBe(
      '\n#: n.c:1\nmsgid "%d new apple"\nmsgid_plural "%d new apples"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n\n' +
        'msgid "second"\nmsgstr "druhý"\n\n#~ msgid "first"\n#~ msgstr "první"\n\n#~ msgid "dead"\n#~ msgstr "mrtvý"\n',
    );
  });

  it("takes the text of the string that is most alike, and says what it was made for", () => {
    const po = '\nmsgid "The file cannot be opened"\nmsgstr "Soubor nelze otevřít"\n';
    const pot = '\nmsgid "The file could not be opened"\nmsgstr ""\n';
    const fuzzy =
      '\n#, fuzzy\n#| msgid "The file cannot be opened"\nmsgid "The file could not be opened"\nmsgstr "Soubor nelze otevřít"\n';
    expect(body(po, pot)).toBe(fuzzy);
    expect(body(po, pot, { keepPrevious: false })).toBe(fuzzy.replace(/#\|.*\n/, ""));
    expect(body(po, pot, { fuzzyMatching: false })).toBe(
      '\nmsgid "The file could not be opened"\nmsgstr ""\n\n#~ msgid "The file cannot be opened"\n#~ msgstr "Soubor nelze otevřít"\n',
    );
    expect(merge(po, pot)).toMatchObject({ added: 0, fuzzy: 1, obsolete: 0 });
  });

  it("marks a string that has got, lost or changed its plural", () => {
    expect(
      body('\nmsgid "one"\nmsgstr "jeden"\n', '\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] ""\nmsgstr[1] ""\n'),
    ).toBe(
      '\n#, fuzzy\n#| msgid "one"\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] "jeden"\nmsgstr[1] "jeden"\nmsgstr[2] "jeden"\n',
    );
    const plural = '\nmsgid "one"\nmsgid_plural "some"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n';
    expect(body(plural, '\nmsgid "one"\nmsgstr ""\n')).toBe(
      '\n#, fuzzy\n#| msgid "one"\n#| msgid_plural "some"\nmsgid "one"\nmsgstr "a"\n',
    );
    expect(body(plural, '\nmsgid "one"\nmsgid_plural "more"\nmsgstr[0] ""\nmsgstr[1] ""\n')).toBe(
      '\n#, fuzzy\n#| msgid "one"\n#| msgid_plural "some"\nmsgid "one"\nmsgid_plural "more"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n',
    );
  });

  it("brings obsolete strings back, and leaves places out when asked to", () => {
    expect(
      body('\n#~ msgctxt "c"\n#~ msgid "a"\n#~ msgstr "b"\n', '\n#: a.c:1\nmsgctxt "c"\nmsgid "a"\nmsgstr ""\n', {
        locations: false,
      }),
    ).toBe('\nmsgctxt "c"\nmsgid "a"\nmsgstr "b"\n');
  });

  it("keeps the line ends of the file", () => {
    const { text } = mergeTemplate(
      `${HEAD}\nmsgid "a"\nmsgstr "b"\n`.replaceAll("\n", "\r\n"),
      `${POT}\n#: x.c:1\nmsgid "a"\nmsgstr ""\n\nmsgid "new one"\nmsgstr ""\n`,
      { fuzzyMatching: true, keepPrevious: true, locations: true, forms: 3, params: {} },
    );
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).toContain('#: x.c:1\r\nmsgid "a"\r\nmsgstr "b"\r\n\r\nmsgid "new one"\r\nmsgstr ""\r\n');
  });

  it("refuses a file that names a string twice", () => {
    expect(() => merge('\nmsgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', '\nmsgid "a"\nmsgstr ""\n')).toThrow(
      "appears twice",
    );
  });
});
