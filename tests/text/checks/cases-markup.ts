import type { CaseTable } from "./cases";

const MD = "md-text";
const RST = "rst-text";
const BB = "bbcode-text";
const MDX = "safe-mdx";
const ADOC = "asciidoc-text";

/** Pairs for checks of markup, and of single characters. */
export const MARKUP_CASES: CaseTable = {
  accelerator: {
    passes: [
      ["&File", "&Datei", "de", "accelerator:&"],
      ["&File", "Файл (&F)", "ru", "accelerator:&"],
      ["Drag && Drop", "Ziehen && Ablegen", "de", "accelerator:&"],
      ["Drag & Drop", "Ziehen und Ablegen", "de", "accelerator:&"],
      ["_Open", "ا_فتح", "ar", "accelerator:_"],
      ["&File", "Datei", "de", "accelerator"],
    ],
    fails: [
      ["&File", "Datei", "de", "accelerator:&"],
      ["File", "&Файл", "ru", "accelerator:&"],
      ["&File", "&Da&tei", "de", "accelerator:&"],
      ["_Open", "افتح", "ar", "accelerator:_"],
      ["&Save && &quit", "&Sichern && &beenden", "de", "accelerator:&"],
    ],
  },
  bbcode: {
    passes: [
      ["[b]Hi[/b]", "[b]Hei[/b]", "fi", BB],
      ["[url=https://a.example]x[/url] [hr]", "[url=https://b.example]й[/url] [hr]", "ru", BB],
      ["a [note] b", "a b", "cs", BB],
      ["[b]Hi[/b]", "مرحبا", "ar"],
    ],
    fails: [
      ["[b]Hi[/b]", "Hi", "fi", BB],
      ["[b]Hi[/b]", "[b]Привет", "ru", BB],
      ["[b]a[/b]", "[i]ا[/i]", "ar", BB],
      ["a", "[b]a[/b]", "cs", BB],
      ["[game:icon type=x]a[/game:icon]", "a", "cs", BB],
    ],
  },
  "md-link": {
    passes: [
      ["[a](https://en.x)", "[a](https://de.x)", "de", MD],
      ["[a](#top) ![b](c.png)", "![б](d.png) [а](#top)", "ru", MD],
      ["see `[a](b)`", "viz kód", "cs", MD],
      ["\\[a](b)", "x", "cs", MD],
      ["[a [b]](x)", "[ا](y)", "ar", MD],
      ["[a](b_(c))", "[d](e_(f))", "cs", MD],
    ],
    fails: [
      ["[a](#top)", "[a](#nach-oben)", "de", MD],
      ["[a](https://en.x)", "[а] (https://ru.x)", "ru", MD],
      ["[a](x)", "ا", "ar", MD],
      ["[a](x)", "![a](x)", "cs", MD],
      ["[a](./b.md) and [c](#d)", "[c] (#d) a [a] (./b.md)", "cs", MD],
    ],
  },
  "md-reflink": {
    passes: [
      ["[a][x]", "[b][x]", "cs", MD],
      ["[a][X y] [b][z]", "[б][z] [а][x  y]", "ru", MD],
      ["[id][]", "[ا][id]", "ar", MD],
      ["[a]", "[b]", "cs", MD],
    ],
    fails: [
      ["[a][x]", "[a][y]", "cs", MD],
      ["[a][x]", "[а]", "ru", MD],
      ["[id][]", "[ا][]", "ar", MD],
    ],
  },
  "md-syntax": {
    passes: [
      ["**bold**", "**fett**", "de", MD],
      ["*a* and `b`", "`b` и *а*", "ru", MD],
      ["snake_case_name", "snake case", "cs", MD],
      ["2 * 3 * 4", "2 krát 3", "cs", MD],
      ["***x***", "**ا** *ا*", "ar", MD],
      ["\\*a\\*", "a", "cs", MD],
      ["[a_b](c_d) _e_", "[f](g) _h_", "cs", MD],
      ["Use repeat here", "`repeat` hier benutzen", "de", MD],
    ],
    fails: [
      ["**bold**", "bold", "de", MD],
      ["**bold**", "*жирный*", "ru", MD],
      ["`code`", "كود", "ar", MD],
      ["plain", "~~plain~~", "cs", MD],
      ["__a__", "**a**", "cs", MD],
      ["**a**", "**a **", "cs", MD],
      ["Use repeat here", "`wiederhole` hier benutzen", "de", MD],
    ],
  },
  "rst-references": {
    passes: [
      [":ref:`x`", ":ref:`text <x>`", "cs", RST],
      [":guilabel:`Open` it", ":guilabel:`Открыть`", "ru", RST],
      ["|name| [1]_ `a <https://x.example>`_", "`ب <https://y.example>`_ [1]_ |name|", "ar", RST],
      ["``code`` *a*", "code", "cs", RST],
      ["`text`", "`úvod`", "cs", RST],
    ],
    fails: [
      [":ref:`x`", "'x'", "cs", RST],
      [":ref:`x`", "слово:ref:`x`", "ru", RST],
      [":ref:`x`", ":ref:`x`س", "ar", RST],
      [":ref:`x`", ":doc:`x`", "cs", RST],
      ["|name|", "|jméno|", "cs", RST],
      ["see [1]_", "viz [2]_", "cs", RST],
      ["`text`_", "`text`", "cs", RST],
    ],
  },
  "rst-syntax": {
    passes: [
      ["``code``", "``code``", "cs", RST],
      ["**a** *b* `c`", "*б* **а** `в`", "ru", RST],
      ["5 * 3", "5 * 3 ", "cs", RST],
      ["*a", "*b", "cs", RST],
      ["a", "\\*ا", "ar", RST],
      ["*.txt*", "*.txt*", "cs", RST],
    ],
    fails: [
      ["``code``", "``code`", "cs", RST],
      ["**a**", "**а*", "ru", RST],
      ["*a*", "*ا", "ar", RST],
      [":ref:`x`", ":ref:`x", "cs", RST],
      ["|a|", "|a", "cs", RST],
    ],
  },
  "safe-mdx": {
    passes: [
      ["{user.name} hi", "{ user.name } hei", "fi", MDX],
      ['<A href={url} title="x">b</A>', '<A title="й" href={url}>б</A>', "ru", MDX],
      ["\\{a\\} and `{b}`", "c", "cs", MDX],
      ["{/* note */}a", "ا", "ar", MDX],
      ['{f("}")} a', '{f("}")} b', "cs", MDX],
      ["<>{a}</>", "<>{a}</>", "cs", MDX],
      ['<Q choices={[{ text: "A commit", ok: true }]} />', '<Q choices={[{ text: "commit", ok: true }]} />', "th", MDX],
      ["choices={[1]}\n/>", "<Q\n choices={[1]}\n/>", "de", MDX],
      ["Sum = {a}", "Součet = {a}", "cs", MDX],
    ],
    fails: [
      ["{user.name} hi", "{user} hei", "fi", MDX],
      ["<b>{a}</b>", "<b>а</b> {a}", "ru", MDX],
      ["{a} {b}", "{b} {a}", "ar", MDX],
      ["<A href={u}>b</A>", "<A title={u}>b</A>", "cs", MDX],
      ["a", "{process.env}", "cs", MDX],
      ["<A {...p} />", "<A />", "cs", MDX],
      ['<Q to={"page"} />', '<Q to={"strana"} />', "cs", MDX],
      ["choices={[1]}\n/>", "<Q\n other={[1]}\n/>", "de", MDX],
    ],
  },
  "asciidoc-markup": {
    passes: [
      ["*bold* xref:a[b]", "xref:a[c] *fett*", "de", ADOC],
      ["<<id,text>> {version}", "{version} <<id,текст>>", "ru", ADOC],
      ["kbd:[Ctrl] `x`", "`x` kbd:[Ctrl]", "cs", ADOC],
      ["2*3*4, a_b_c", "ا", "ar", ADOC],
      ["menu:File[Open]", "menu:Soubor[Otevřít]", "cs", ADOC],
      ["The option --no-index'", "`--no-index` を参照", "ja", ADOC],
    ],
    fails: [
      ["*bold*", "fett", "de", ADOC],
      ["xref:a[b]", "xref:б[б]", "ru", ADOC],
      ["{version}", "{إصدار}", "ar", ADOC],
      ["link:x[y]", "y", "cs", ADOC],
      ["<<a>>", "<<b>>", "cs", ADOC],
      ["a", "H~2~O", "cs", ADOC],
      ["a", "`b`", "cs", ADOC],
    ],
  },
  "xml-chars-around-tags": {
    passes: [
      ["Go <b>now</b>", "Gå <b>nu</b>", "sv"],
      ["Go <b>now</b>", "今<b>すぐ</b>", "ja"],
      ["<a>x</a> <b>y</b>", "<b>й</b><a>х</a>", "ru"],
      ["Go <b>now</b>!", "اذهب <b>الآن</b>.", "ar"],
      ["Go <b>now</b>", "Gå<b>nu</b>", "sv", "safe-html"],
      ["Page <b>{n}</b>", "<b>{n}", "cs"],
    ],
    fails: [
      ["Go <b>now</b>", "Go<b>nu</b>", "sv"],
      ["Go <b>now</b> there", "Иди <b>сейчас</b>туда", "ru"],

      ["<b>N</b>ew", "<b>N</b> ový", "cs"],
    ],
  },
  "kabyle-characters": {
    passes: [
      ["read", "aɣrum ɛ ǧ", "kab"],
      ["read", "γράμμα", "el"],
      ["read", "ğ", "tr"],
    ],
    fails: [
      ["read", "aγrum", "kab"],
      ["read", "ğğ", "kab"],
      ["read", "ΣΕ", "kab"],
    ],
  },
  prohibited_initial_character: {
    passes: [
      ["sum", "Summe", "de", "prohibited-initial-character"],
      ["a=b", "а=б", "ru", "prohibited-initial-character"],
      ["=sum", "=sum", "de"],
      ["sum", "ا-ب", "ar", "prohibited-initial-character, read-only"],
    ],
    fails: [
      ["sum", "=sum", "de", "prohibited-initial-character"],
      ["-able", "способный", "ru", "prohibited-initial-character"],
      ["sum", "＝ا", "ar", "prohibited-initial-character"],
      ["@a", "@a", "cs", "prohibited-initial-character, read-only"],
    ],
  },
  "source-max-length": {
    passes: [
      ["Color", "", "en", "source-max-length:5"],
      [["a", "bcd"], ["", ""], "en", "source-max-length:3"],
      ["👍👍", "", "en", "source-max-length:2"],
      ["<b>ab</b>", "", "en", "source-max-length:2, xml-text"],
    ],
    fails: [
      ["Colour", "", "en", "source-max-length:5"],
      [["a", "bcde"], ["", ""], "en", "source-max-length:3"],
      ["слово", "", "ru", "source-max-length:4"],
    ],
  },
};
