import type { CaseTable } from "./cases";

const ICU = "icu-message-format";
const icu = (flags: string): string => `${ICU}, icu-flags:${flags}`;

/** Pairs for checks of whole message syntaxes. */
export const MESSAGE_CASES: CaseTable = {
  icu_message_format: {
    passes: [
      ["Hello {name}", "Ahoj {name}", "cs", ICU],
      [
        "{n, plural, one {# file} other {# files}}",
        "{n, plural, one {# soubor} few {# soubory} other {# souborů}}",
        "cs",
        ICU,
      ],
      ["{n, plural, one {# file} other {# files}}", "{n, plural, other {#個のファイル}}", "ja", ICU],
      ["{n, plural, other {{n} files}}", "{n, plural, zero {لا ملفات} two {ملفان} other {# ملف}}", "ar", ICU],
      ["{n, number} items", "{n, selectordinal, other {#.}}", "cs", ICU],
      ["{g, select, male {He} female {She} other {They}}", "{g, select, female {Она} other {Они}}", "ru", ICU],
      ["{n, plural, other {x}", "cokoli", "cs", ICU],
      ["It''s {name}", "L''{name}", "fr", ICU],
      ["<b>{a}</b>", "{a}", "cs", ICU],
      ["<b>{a}</b>", "<b>{a}</b>", "cs", icu("xml")],
      ["a < b <x:link>c</x:link> <strong>", "a < b <x:link>d</x:link>", "cs", `${icu("xml")}, icu-tag-prefix:"x:"`],
      ["a '<' b", "c '<' d", "cs", icu("strict-xml")],
      ["Hi {a}", "Ahoj", "cs", icu("-missing")],
      ["Hi", "Ahoj {a}", "cs", icu("-extra")],
      ["{n, number}", "{n, date}", "cs", icu("-types")],
      ["{n, plural, other {x}}", "{n, plural, one {x}}", "cs", icu("-require_other")],
      ["{n, plural, other {x}}", "{n, plural, several {x} other {y}}", "cs", icu("-plural_selectors")],
      ["{g, select, a {x} other {y}}", "{g, select, b {x} other {y}}", "cs", icu("-submessage_selectors")],
      ["<b>x</b>", "x", "cs", icu("xml:-tags")],
    ],
    fails: [
      ["Hello {name}", "Ahoj {nam}", "cs", ICU],
      ["Hello {name}", "Ahoj", "cs", ICU],
      ["The {name}", "L'{name}", "fr", ICU],
      ["Hello", "Привет {name}", "ru", ICU],
      ["Hello {name}", "Ahoj {name", "cs", ICU],
      ["{n, number} of it", "{n, date}", "cs", ICU],
      ["{d, date, short}", "{d, time, short}", "cs", ICU],
      ["{n, plural, one {#} other {#}}", "{n, plural, one {#}}", "cs", ICU],
      ["{n, plural, other {#}}", "{n, plural, few {#} einige {#} other {#}}", "de", ICU],
      ["{g, select, male {He} other {They}}", "{g, select, männlich {Er} other {Sie}}", "de", ICU],
      ["{n, plural, one {#} other {#}}", "{n, plural, jeden {#} other {#}", "cs", ICU],
      ["<b>{a}</b>", "{a}", "cs", icu("xml")],
      ["<b>x</b>", "<b>x", "cs", icu("xml")],
      ["<x:a>b</x:a>", "b", "cs", `${icu("xml")}, icu-tag-prefix:"x:"`],
      ["a", "a < b", "cs", icu("strict-xml")],
      ["{a} {b}", "{b} {c}", "ar", icu("-missing")],
      [["{n} file", "{n} files"], ["{n} soubor", "{x} soubory", "{n} souborů"], "cs", ICU],
    ],
  },
  icu_message_format_syntax: {
    passes: [
      ["{n, plural, one {x} other {y}}", "", "en", ICU],
      ["Hello {name}, it''s '{'fine'}'", "", "en", ICU],
      ["{n, plural, one {x}}", "", "en", icu("-require_other")],
      ["{n, plural, one {x}", "", "en", `${ICU}, ignore-icu-message-format`],
    ],
    fails: [
      ["{n, plural, one {x}", "", "en", ICU],
      ["{n, plural, one {x}}", "", "en", ICU],
      ["{n, foo}", "", "en", ICU],
      ["{}", "", "en", ICU],
    ],
  },
};
