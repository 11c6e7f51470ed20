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
  "fluent-target-syntax": {
    passes: [
      ["Hello", "Ahoj { $name }", "cs", "fluent-target-syntax"],
      ["Hello", "Ahoj\n.title = Titul\n.label =\n    Dva\n    řádky", "cs", "fluent-target-syntax"],
      [".title = Hello", ".title = Ahoj", "cs", "fluent-target-syntax, fluent-type:Message"],
      ["Hello", "{ $n ->\n    [one] jeden\n   *[other] více\n}", "cs", "fluent-target-syntax"],
      ["Firefox", "Firefox\n.gender = masculine", "cs", "fluent-target-syntax, fluent-type:Term"],
    ],
    fails: [
      ["Hello", "Ahoj { $name", "cs", "fluent-target-syntax"],
      ["Hello", "Привет { $n -> [one] один }", "ru", "fluent-target-syntax"],
      ["Hello", "مرحبا }", "ar", "fluent-target-syntax"],
      ["Firefox", ".gender = masculine", "cs", "fluent-target-syntax, fluent-type:Term"],
    ],
  },
  "fluent-parts": {
    passes: [
      ["Hello\n.title = T", "Ahoj\n.title = Titul", "cs", "fluent-parts"],
      [".a = A\n.b = B", ".b = Б\n.a = А", "ru", "fluent-parts"],
      ["Firefox", "Firefox\n.gender = masculine", "cs", "fluent-parts, fluent-type:Term"],
      ["Hello", "{ broken", "cs", "fluent-parts"],
    ],
    fails: [
      ["Hello\n.title = T", "Ahoj", "cs", "fluent-parts"],
      ["Hello", "Ahoj\n.title = Titul", "cs", "fluent-parts"],
      [".title = Hello", "مرحبا\n.title = مرحبا", "ar", "fluent-parts"],
    ],
  },
  "fluent-references": {
    passes: [
      ["{ $a } and { -brand }", "{ -brand } a { $a }", "cs", "fluent-references"],
      [
        "{ $n ->\n    [one] an apple\n   *[other] { $n } apples\n}",
        "{ $n ->\n    [one] jablko\n    [few] { $n } jablka\n   *[other] { $n } jablek\n}",
        "cs",
        "fluent-references",
      ],
      ["{ NUMBER($n, minimumFractionDigits: 2) } MB", "{ $n } МБ", "ru", "fluent-references"],
      ["{ -brand.vowel ->\n    [yes] an { -brand }\n   *[no] a { -brand }\n}", "{ -brand }", "cs", "fluent-references"],
      ["{ $n } files", "{ $n ->\n    [1] soubor\n   *[other] { $n } souborů\n}", "cs", "fluent-references"],
      ["Firefox\n.x = { $a }", "Firefox\n.x = a", "cs", "fluent-references, fluent-type:Term"],
    ],
    fails: [
      ["{ $n ->\n    [one] a\n   *[other] { $x } b\n}", "{ $x } b", "cs", "fluent-references"],
      ["{ $a } and { -brand }", "{ $a }", "cs", "fluent-references"],
      ["Hello", "Привет { message.title }", "ru", "fluent-references"],
      ["{ $a }", "{ $a } { $a }", "cs", "fluent-references"],
      ["x\n.title = { $a }", "x\n.title = { $b }", "cs", "fluent-references"],
      ["{ $a }", "{ $n ->\n    [one] { $a }\n   *[other] více\n}", "cs", "fluent-references"],
    ],
  },
  "fluent-target-inner-html": {
    passes: [
      ["a < b & c", "a < b & d", "cs", "fluent-target-inner-html"],
      ['<a data-l10n-name="x">Go</a><br>', '<br/><a data-l10n-name="x">Jít</a>', "cs", "fluent-target-inner-html"],
      ["<b>x</b>\n.title = <i", "<b>ع</b>\n.title = <u", "ar", "fluent-target-inner-html"],
      ["<b>x", "y", "cs", "fluent-target-inner-html"],
      ["<img alt='{ $a }'>", "<img alt='{ $a }'>", "cs", "fluent-target-inner-html"],
    ],
    fails: [
      ["<b>x</b>", "x", "cs", "fluent-target-inner-html"],
      ["x", "<b>у</b>", "ru", "fluent-target-inner-html"],
      ["<b>x</b>", "<b>x", "cs", "fluent-target-inner-html"],
      ['<a href="u">x</a>', '<a href="v">x</a>', "cs", "fluent-target-inner-html"],
      ["<b><i>x</i></b>", "<i><b>x</b></i>", "cs", "fluent-target-inner-html"],
      ["a & b", "a &copyright", "cs", "fluent-target-inner-html"],
      ["{ $a }", "&{ $a }", "cs", "fluent-target-inner-html"],
    ],
  },
  "fluent-source-syntax": {
    passes: [
      ["Hello { $name }", "", "en", "fluent-source-syntax"],
      [".title = T", "", "en", "fluent-source-syntax"],
      ["[key] and *star", "", "en", "fluent-source-syntax"],
    ],
    fails: [
      ["Hello { $name", "", "en", "fluent-source-syntax"],
      ["{ foo.bar -> *[a] b }", "", "en", "fluent-source-syntax"],
      ["{ NUMBER }}", "", "en", "fluent-source-syntax"],
    ],
  },
  "fluent-source-inner-html": {
    passes: [
      ["a < b", "", "en", "fluent-source-inner-html"],
      ["AT&T, &amp; &#169;", "", "en", "fluent-source-inner-html"],
      ['<a href="x">y</a><br>', "", "en", "fluent-source-inner-html"],
      ["{ broken <b", "", "en", "fluent-source-inner-html"],
    ],
    fails: [
      ["a <b letters", "", "en", "fluent-source-inner-html"],
      ["<a href=x>y</a>", "", "en", "fluent-source-inner-html"],
      ["<b>x", "", "en", "fluent-source-inner-html"],
      ["&copy 2020", "", "en", "fluent-source-inner-html"],
      ["<{ $a }>", "", "en", "fluent-source-inner-html"],
    ],
  },
  mf2_format: {
    passes: [
      ["Hello {$name}", "Ahoj { $name }", "cs", "mf2-format"],
      [
        ".input {$n :number} .match $n one {{{$n} file}} * {{{$n} files}}",
        ".input {$n :number} .match $n one {{{$n} soubor}} few {{{$n} soubory}} * {{{$n} souborů}}",
        "cs",
        "mf2-format",
      ],
      [".input {$n :integer} .match $n 1 {{a}} * {{b}}", ".input {$n :number} {{ا}}", "ar", "mf2-format"],
      ["{#b}Go{/b} {$d :date}", "{$d :date style=short} {#b}Иди{/b}", "ru", "mf2-format"],
      ["{$name", "cokoli", "cs", "mf2-format"],
      [".local $x = {$a :upper} {{{$x}}}", ".local $y = {$a :upper} {{{$y}!}}", "cs", "mf2-format"],
      [
        ".input {$g :string} .match $g male {{he}} * {{they}}",
        ".input {$g :string} .match $g * {{ті}}",
        "uk",
        "mf2-format",
      ],
    ],
    fails: [
      ["Hello {$name}", "Ahoj {$name", "cs", "mf2-format"],
      ["Hello {$name}", "Привет {$имя}", "ru", "mf2-format"],
      ["{$n :number}", "{$n :date}", "cs", "mf2-format"],
      ["{#b}x{/b}", "ا", "ar", "mf2-format"],
      [".input {$n :number} .match $n * {{a}}", ".input {$n :number} .match $n one {{a}}", "cs", "mf2-format"],
      [".input {$n :number} .match $n * {{a}}", ".match $n * {{a}}", "cs", "mf2-format"],
      [
        ".input {$n :number} .match $n * {{a}}",
        ".input {$n :number} .match $n jeden {{a}} * {{b}}",
        "cs",
        "mf2-format",
      ],
      [
        ".input {$g :string} .match $g male {{he}} * {{they}}",
        ".input {$g :string} .match $g muž {{on}} * {{oni}}",
        "cs",
        "mf2-format",
      ],
    ],
  },
};
