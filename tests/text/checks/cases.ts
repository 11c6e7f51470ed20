import { MARKUP_CASES } from "./cases-markup";
import { MESSAGE_CASES } from "./cases-messages";

/** Pairs that each check must pass and fail, at least three of each: source, target, and where they matter language and flags. */
export type Case = [source: string | string[], target: string | string[], language?: string, flags?: string];

export type CaseTable = Record<string, { passes: Case[]; fails: Case[] }>;

export const CASES: CaseTable = {
  ...MESSAGE_CASES,
  ...MARKUP_CASES,
  begin_newline: {
    passes: [
      ["\nMenu", "\nMenü"],
      ["Menu", "Menü"],
      ["", "\nx"],
    ],
    fails: [
      ["\nMenu", "Menü"],
      ["Menu", "\nMenü"],
      [
        ["\na", "\nb"],
        ["\nx", "y"],
      ],
    ],
  },
  end_newline: {
    passes: [
      ["Menu\n", "Menü\n"],
      ["Menu", "Menü"],
      ["a\nb", "c"],
    ],
    fails: [
      ["Menu\n", "Menü"],
      ["Menu", "Menü\n"],
      ["Menu\r\n", "Menü\r"],
    ],
  },
  "newline-count": {
    passes: [
      ["a\nb", "x\ny"],
      ["a", "b"],
      ["a\n\nb\n", "\nx\n\ny"],
    ],
    fails: [
      ["a\nb", "ab"],
      ["ab", "a\nb"],
      ["a\nb\nc", "a\nb"],
    ],
  },
  escaped_newline: {
    passes: [
      ["x\\ny", "p\\nq"],
      ["C:\\new\\names", "D:\\neu"],
      ["\\\\server\\names", "Server"],
    ],
    fails: [
      ["Line\\nTwo", "Zeile Zwei"],
      ["a", "b\\nc"],
      ["a\\nb\\nc", "a\\nb"],
    ],
  },
  begin_space: {
    passes: [
      ["  Item", "  Posten"],
      ["Item", "Posten"],
      [" ", "x"],
      ["Item", "   "],
    ],
    fails: [
      ["  Item", " Posten"],
      ["Item", " Posten"],
      [" Item", "Položka"],
    ],
  },
  end_space: {
    passes: [
      ["Name: ", "Nom : "],
      ["Name", "Nom"],
      [" ", "x"],
      ["", "x "],
    ],
    fails: [
      ["Name: ", "Nom :"],
      ["Name", "Nom "],
      ["Name  ", "Nom "],
    ],
  },
  double_space: {
    passes: [
      ["Open file", "Datei öffnen"],
      ["A  B", "A  B"],
      ["A  B", "A B"],
    ],
    fails: [
      ["Open file", "Datei  öffnen"],
      ["One. Two.", "Jedna.  Dvě."],
      ["a", "b  "],
    ],
  },
  "zero-width-space": {
    passes: [
      ["email", "E-Mail"],
      ["a\u200bb", "c\u200bd"],
      ["file", "ឯក\u200bសារ", "km"],
    ],
    fails: [
      ["email", "e\u200bmail"],
      ["File", "\u200bDatei"],
      ["Save", "保存\u200b", "ja"],
    ],
  },
  "max-length": {
    passes: [
      ["Color", "Farbe", "de", "max-length:5"],
      ["x", "👍👍", "de", "max-length:2"],
      ["a", "$N", "de", 'max-length:1, replacements:"$N":x'],
      ["a", "<b>ab</b>", "de", "max-length:2, xml-text"],
      ["a", "long enough", "de", "max-length:x"],
    ],
    fails: [
      ["Color", "Farbe1", "de", "max-length:5"],
      ["a", "$N", "de", "max-length:3, replacements:$N:12345"],
      [["a", "b"], ["ok", "too long"], "de", "max-length:3"],
    ],
  },
  "max-size": {
    passes: [
      ["Color", "Farbe", "de", "max-size:40"],
      ["a", "Kurze Worte", "de", "max-size:40:2"],
      ["a", "Цвет", "ru", "max-size:30, font-weight:bold"],
      ["a", "iiii", "de", "max-size:25, font-size:10, font-family:inter"],
      ["a", "色の設定", "ja", "max-size:40"],
      ["a", "<b>Farbe</b>", "de", "max-size:40, xml-text"],
      ["a", "a\nb", "de", "max-size:40:2"],
      ["a", "ab cd ef gh", "de", "max-size:30:2, font-family:jetbrains-mono"],
    ],
    fails: [
      ["Color", "Donaudampfschifffahrt", "de", "max-size:60"],
      ["a", "Kurze Worte", "de", "max-size:40"],
      ["a", "Donaudampfschifffahrt", "de", "max-size:60:5"],
      ["a", "Цвет", "ru", "max-size:30, font-size:20"],
      ["a", "iiii", "de", "max-size:20, font-family:jetbrains-mono"],
      ["a", "色の設定", "ja", "max-size:39"],
      ["a", "Farbe", "de", "max-size:40, font-spacing:5"],
      ["a", "a\nb", "de", "max-size:40"],
    ],
  },
  "max-lines": {
    passes: [
      ["a", "b\nc", "cs", "max-lines:2"],
      ["a", "b", "cs", "max-lines:1"],
      ["a", "b\n\nc", "cs", "max-lines:3"],
    ],
    fails: [
      ["a", "b\nc\nd", "cs", "max-lines:2"],
      ["a", "b\nc", "cs", "max-lines:1"],
      ["a", "b\n", "cs", "max-lines:1"],
    ],
  },
  end_stop: {
    passes: [
      ["Done.", "Hotovo."],
      ["Yes.", "Ano"],
      ["Saved to disk.", "已保存到磁盘。", "zh_Hans"],
      ["Loading...", "Načítám…"],
      ["Saved.", "सहेजा गया।", "hi"],
      ["Saved.", "सहेजा|", "hi"],
      ["Saved.", "บันทึกแล้ว", "th"],
      ["Name it:", "名前。", "ja"],
      ["Saved.", "Պահված է։", "hy"],
      ["Saved now.", "Պահված է:", "hy"],
      ["Saved.", "ᱥᱟᱦᱮᱡ᱾", "sat"],
      ["Saved.", "သိမ်းပြီး။", "my"],
      ["محفوظ کریں۔", "Save.", "en"],
      [
        "{n, plural, one {# file} other {# files}}.",
        "{n, plural, few {# ملفات.} other {# ملف.}}",
        "ar",
        "icu-message-format",
      ],
      ["{n, plural, one {One.} other {# files.}}", "ファイル {n, number} 個。", "ja", "icu-message-format"],
    ],
    fails: [
      [
        "{n, plural, one {# file} other {# files}}.",
        "{n, plural, few {# ملفات} other {# ملف}}",
        "ar",
        "icu-message-format",
      ],
      ["Saved to {place}.", "Uloženo do {place}", "cs", "icu-message-format"],
      ["Saved in {{place.}}", "Uloženo.", "cs"],
      ["Saved to disk.", "Uložené na disk", "sk"],
      ["Saved to disk", "Gespeichert."],
      ["Saved.", "保存しました", "ja"],
      ["Saved.", "Uloženo|"],
      ["Please wait...", "Čekejte"],
    ],
  },
  end_colon: {
    passes: [
      ["Name:", "名前：", "ja"],
      ["Name:", "Nom :", "fr"],
      ["Name", "名前：", "ja"],
      ["Name:", "ชื่อ", "th"],
      ["Name:", "Անուն՝", "hy"],
      ["Name;", "名前。", "ja"],
      ["Name:", "ឈ្មោះ៖", "km"],
      ["a number is missing behind ::", "za :: chybí číslo"],
    ],
    fails: [
      ["{n, plural, one {Name} other {Names}}:", "{n, plural, one {Jméno} other {Jména}}", "cs", "icu-message-format"],
      ["Name:", "Nimi", "fi"],
      ["Name", "Jméno:"],
      ["Name:", "名前", "ja"],
      ["Name:", "Անուն", "hy"],
    ],
  },
  end_question: {
    passes: [
      ["Sure?", "متأكد؟", "ar"],
      ["Sure?", "Jistě?"],
      ["Sure?", "Σίγουρα;", "el"],
      ["Sure?", "\u03a3\u037e", "el"],
      ["Sure?", "แน่ใจหรือ", "th"],
      ["Sure?", "သေချာလား\u1038\u104b", "my"],
      ["What?!", "Co!?"],
      ["Wait;", "Περίμενε;", "el"],
      [
        "Remove {n, plural, one {it} other {them}}?",
        "{n, plural, one {Smazat ho?} other {Smazat je?}}",
        "cs",
        "icu-message-format",
      ],
    ],
    fails: [
      ["Sure?", "Biztos.", "hu"],
      ["Sure", "Jistě?"],
      ["Sure?", "Jistě;"],
      ["Sure?", "Σίγουρα", "el"],
    ],
  },
  end_exclamation: {
    passes: [
      ["Stop!", "¡Alto!", "es"],
      ["Stop!", "止まれ！", "ja"],
      ["Stop", "Կանգնիր!", "hy"],
      ["Stop!", "¡Geldi! orain", "eu"],
      ["Stop!", "หยุด", "th"],
      ["What?!", "Co!?"],
    ],
    fails: [
      ["Stop!", "Pysähdy", "fi"],
      ["Stop", "Stůj!"],
      ["Stop!", "Geldi", "eu"],
    ],
  },
  end_interrobang: {
    passes: [
      ["What?!", "Co!?"],
      ["What?", "Co?"],
      ["What?!", "何？！", "ja"],
      ["What‽", "Co⁉"],
    ],
    fails: [
      ["What?!", "Co!"],
      ["What?", "Co?!"],
      ["What?!", "Co"],
    ],
  },
  end_ellipsis: {
    passes: [
      ["Loading...", "Lädt…"],
      ["Loading…", "Lädt…"],
      ["Loading...", "Lädt..."],
      ["Loading…", "กำลังโหลด", "th"],
    ],
    fails: [
      ["Loading…", "Lädt..."],
      ["Loading", "Lädt…"],
      ["Loading…", "Lädt"],
    ],
  },
  end_semicolon: {
    passes: [
      ["A &amp;", "A &amp;"],
      ["int x;", "int x;"],
      ["Sure?", "Σίγουρα;", "el"],
      ["Café", "Caf&eacute;"],
      ["a;", "b；", "zh_Hans"],
    ],
    fails: [
      ["int x;", "int x"],
      ["int x", "int x;"],
      ["a;", "a &amp;"],
    ],
  },
  punctuation_spacing: {
    passes: [
      ["Ready?", "Prêt\u202f?", "fr"],
      ["Ready?", "Prêt ?", "fr"],
      ["Ready?", "Prêt?", "fr_CA"],
      ["Ready?", "Fertig?", "de"],
      ["See http://x.org/?", "Voir http://x.org/?a:b c", "fr"],
      ["A &amp; b", "A &amp; b", "fr"],
      ["What?!", "Quoi ?!", "fr"],
      ["10:30", "10:30", "fr"],
      ["Hi :)", "Salut :)", "fr"],
    ],
    fails: [
      ["Ready?", "Prêt?", "fr"],
      ["Name:", "Nom:", "fr"],
      ["Stop! Now.", "Arrêtez! Tout de suite.", "fr_CH"],
      ["(Ready?)", "(Prêt?)", "fr"],
    ],
  },
  multiple_capital: {
    passes: [
      ["Join NATO", "Rejoindre l’OTAN", "fr"],
      ["Hello", "Hallo"],
      ["Hello", "Привет", "ru"],
    ],
    fails: [
      ["Hello", "HAllo"],
      ["Hello", "ПРивет", "ru"],
      ["Preferences", "PŘedvolby"],
    ],
  },
  kashida: {
    passes: [
      ["book", "كتاب", "ar"],
      ["a", "ـ", "ar"],
      ["book", "ه\u0640 كتاب", "ar"],
    ],
    fails: [
      ["book", "كـتاب", "ar"],
      ["book", "کتـــاب", "fa"],
      ["file", "ملـف جديد", "ar"],
    ],
  },
  duplicate: {
    passes: [
      ["bye bye", "heippa heippa", "fi"],
      ["x", "vous vous levez", "fr"],
      ["x", "tek tek", "tr"],
      ["slow", "धीरे धीरे", "hi"],
      ["a", "10 10"],
      ["Copy, copy", "Kopie, kopie"],
      ["x", "%s %s"],
      ["the end", "a a b"],
    ],
    fails: [
      ["Click the button", "Klik på på knappen", "da"],
      ["Save", "Uložit uložit"],
      ["Open file now", "Otevřít soubor soubor."],
      ["x", "na\nna"],
    ],
  },
  plurals: {
    passes: [
      [
        ["file", "files"],
        ["soubor", "soubory", "souborů"],
      ],
      [
        ["file", "files"],
        ["", "", ""],
      ],
      ["file", "soubor"],
    ],
    fails: [
      [
        ["file", "files"],
        ["soubor", "", "souborů"],
      ],
      [["file", "files"], ["", "Dateien"], "de"],
      [
        ["file", "files"],
        ["soubor", "soubory", ""],
      ],
    ],
  },
  "same-plurals": {
    passes: [
      [
        ["file", "files"],
        ["soubor", "soubory", "soubory"],
      ],
      ["file", "soubor"],
      [["file", "files"], ["ファイル"], "ja"],
    ],
    fails: [
      [["file", "files"], ["файл", "файл", "файл"], "ru"],
      [["a", "b"], ["x", "x"], "de"],
      [
        ["a", "b"],
        ["x", "x", "x"],
      ],
    ],
  },
  same: {
    passes: [
      ["Linux", "Linux", "de"],
      ["Preferences", "Einstellungen", "de"],
      ["OK", "OK"],
      ["123 / 456", "123 / 456"],
      ["CTRL", "CTRL"],
      ["DO NOT TOUCH", "DO NOT TOUCH"],
      ["© 2024 Somebody", "© 2024 Somebody"],
      ["https://example.org/", "https://example.org/"],
      ["user@example.org", "user@example.org"],
      ["{count} %", "{count} %"],
      ["Colour", "Colour", "en_GB"],
      ["Preferences", "Preferences", "ia"],
      ["E-mail: info@x.org", "E-mail: info@x.org"],
      ["/usr/share/{name}", "/usr/share/{name}"],
      ["example.com", "example.com"],
    ],
    fails: [
      ["Preferences", "Preferences", "de"],
      ["Open the file", "Open the file"],
      ["Save %s", "Save %s"],
      ["Linux", "Linux", "de", "strict-same"],
    ],
  },
  "safe-html": {
    passes: [
      ["<b>x</b>", "<b>y</b>", "de", "safe-html"],
      ["plain", "a < b & c", "de", "safe-html"],
      ['<a href="https://x.org">x</a>', '<a href="https://y.org">y</a>', "de", "safe-html"],
      ["See <https://x.org>", "Siehe <https://y.org>", "de", "safe-html, md-text"],
      ["a < b", "<b>x</b>", "de", "auto-safe-html"],
      ["The word `<mask>`", "Das Wort `<maske>`", "de", "auto-safe-html, md-text"],
      ["Use ``<a `b`>``", "``<a `б`>``", "ru", "auto-safe-html, md-text"],
      ["A `b | Map<c>`", "`b | Map<в>`", "ru", "auto-safe-html, md-text"],
      [
        '<Q a={[{ t: "<b>x</b>" }]} {...p} />',
        '<Q a={[{ t: "<b>й</b>" }]} {...p} />',
        "ru",
        "auto-safe-html, safe-mdx",
      ],
    ],
    fails: [
      ["plain", "<script>alert(1)</script>", "de", "safe-html"],
      ["The word `<mask>`", "Das Wort `<maske>`", "de", "safe-html"],
      ["a `b`", "`\n<script>`", "de", "safe-html, md-text"],
      ["a `b`", "\\`<script>`", "de", "safe-html, md-text"],
      ["<p>a</p>", "<p>`<script>`</p>", "de", "safe-html, md-text"],
      ['<Q a={"x"} />', '<Q a={"<script>"} />', "ru", "auto-safe-html, safe-mdx"],
      ['<Q a={"x"} />', '<Q a={"x"} b={y} />', "ru", "auto-safe-html, safe-mdx"],
      ["<Q />", "<Q a={<b />", "ru", "auto-safe-html, safe-mdx"],
      ["<b>x</b>", "<b onclick='x()'>y</b>", "de", "safe-html"],
      ['<a href="https://x.org">x</a>', '<a href="javascript:x()">y</a>', "de", "safe-html"],
      ["plain", "<img src=x onerror=alert(1)", "de", "auto-safe-html"],
      ["plain", "<scr<script>ipt>", "de", "safe-html"],
    ],
  },
  "xml-invalid": {
    passes: [
      ["<b>x</b>", "<b>y</b>"],
      ["a < b", "a < c <"],
      ["<br/>x", "x<br/>"],
      ["x & y", "<b"],
      ["<a href='u'>x</a>", "y"],
      ["<b>x</b>", "<b>", "de", "safe-html"],
    ],
    fails: [
      ["<b>x</b>", "<b>x<b>"],
      ["<a href='u'>x</a>", "<a href=u>x</a>"],
      ["<b>x</b>", "x < y"],
      ["plain", "a < b", "de", "xml-text"],
      ["<i><b>x</b></i>", "<i><b>x</i></b>"],
    ],
  },
  "xml-tags": {
    passes: [
      ['<a href="u">x</a>', '<a href="v">y</a>'],
      ["<b>x</b> <i>y</i>", "<i>y</i> <b>x</b>"],
      ["<b>x</b>", "<b>broken"],
      ["a", "<b>c</b>"],
      ["<!-- n --><br />", "<br/>"],
      [
        "{n, plural, one {<b>#</b> file} other {<b>#</b> files}}",
        "{n, plural, one {<b>#</b> soubor} few {<b>#</b> soubory} other {<b>#</b> souborů}}",
        "cs",
        "icu-message-format",
      ],
    ],
    fails: [
      ["{n, plural, one {<b>#</b>} other {<b>#</b>}}", "{n, plural, other {#}}", "ja", "icu-message-format"],
      ['<a href="u">x</a>', "x"],
      ["<b>x</b>", "<i>x</i>"],
      ["<b><i>x</i></b>", "<i><b>x</b></i>"],
      ['<a href="u">x</a>', '<a title="u">x</a>'],
      ["<br/>", "<br/><br/>"],
    ],
  },
  placeholders: {
    passes: [
      ["Hi $NAME$", "Hei $NAME$", "fi", "placeholders:$NAME$"],
      ["Hi %a%", "Hei %A%", "fi", "placeholders:%a%, case-insensitive"],
      ["%x% of %y%", "%y% / %x%", "cs", 'placeholders:r"%\\w+%"'],
      [["One file", "$N files"], ["Jeden soubor", "$N soubory", "$N souborů"], "cs", "placeholders:$N"],
      ["x", "y", "cs", 'placeholders:r"("'],
    ],
    fails: [
      ["Hi $NAME$", "Hei", "fi", "placeholders:$NAME$"],
      ["Hi", "Hei $NAME$", "fi", "placeholders:$NAME$"],
      ["%x%", "%y%", "cs", 'placeholders:r"%\\w+%"'],
      [["$N file", "$N files"], ["$N soubor", "soubory", "$N souborů"], "cs", "placeholders:$N"],
    ],
  },
  regex: {
    passes: [
      ["1", "12", "cs", "regex:^[0-9]+$"],
      ["x", "y", "cs", "regex:"],
      ["x", "Ž", "cs", 'regex:"^\\p{Lu}$"'],
      ["x", "y", "cs", 'regex:"("'],
    ],
    fails: [
      ["1", "12a", "cs", "regex:^[0-9]+$"],
      ["x", "ž", "cs", 'regex:"^\\p{Lu}$"'],
      [["a", "b"], ["1", "x", "1"], "cs", "regex:^[0-9]+$"],
    ],
  },
  url: {
    passes: [
      ["docs", "https://example.com/fi/", "fi", "url"],
      ["x", "http://localhost:80/?q=1", "fi", "url"],
      ["x", "ftp://example.org", "fi", "url"],
    ],
    fails: [
      ["docs", "docs page", "fi", "url"],
      ["x", "example.com", "fi", "url"],
      ["x", "https://", "fi", "url"],
      ["x", "javascript:alert(1)", "fi", "url"],
    ],
  },
  c_format: {
    passes: [
      ["%d files", "%d souborů", "cs", "c-format"],
      ["%s of %d", "%2$d z %1$s", "cs", "c-format"],
      ["100%% %d", "%d", "cs", "c-format"],
      ["%'d", "%d", "cs", "c-format"],
      [["One file", "%d files"], ["Jeden soubor", "%d soubory", "%d souborů"], "cs", "c-format"],
      ["%1$s %2$d", "%2$d %1$s", "cs", "c-format"],
      [["%d file", "%d files"], ["%d ファイル"], "ja", "c-format"],
    ],
    fails: [
      ["%d files", "soubory", "cs", "c-format"],
      ["%s of %d", "%d z %s", "cs", "c-format"],
      ["%d", "%s", "cs", "c-format"],
      ["x", "%d", "cs", "c-format"],
      [["One file", "%d files"], ["Jeden soubor", "%d soubory", "%d souborů"], "cs", "c-format, strict-format"],
      [["%d file", "%d files"], ["%d soubor", "soubory", "%d souborů"], "cs", "c-format"],
      [["a %s", "b %s"], ["%d %s", "%s", "%s"], "cs", "c-format"],
    ],
  },
  objc_format: {
    passes: [
      ["%@ files", "%@ souborů", "cs", "objc-format"],
      ["%1$@ %2$@", "%2$@ %1$@", "cs", "objc-format"],
      ["%@ %d", "%2$d %1$@", "cs", "objc-format"],
      ["Marks at 0% and 100% for accuracy", "Značky na 0 % a 100 % pro přesnost", "cs", "objc-format"],
    ],
    fails: [
      ["Close", "Schließen %@", "de", "objc-format"],
      ["%d%% of it", "%d % de cela", "fr", "objc-format"],
      ["%@", "x", "cs", "objc-format"],
      ["%@ %d", "%d %@", "cs", "objc-format"],
      ["%ld", "%@", "cs", "objc-format"],
    ],
  },
  python_format: {
    passes: [
      ["%(n)d items", "položek: %(n)d", "cs", "python-format"],
      ["%s", "%s", "cs", "python-format"],
      ["%(a)s %(b)s", "%(b)s %(a)s %(a)s", "cs", "python-format"],
      [["%(n)d day", "%(n)d days"], ["den", "%(n)d dny", "%(n)d dní"], "cs", "python-format"],
      [["A day", "%d days"], ["Den", "%d dny", "%d dní"], "cs", "python-format"],
    ],
    fails: [
      // What a program gives it by its place has to be taken.
      [["%d day", "%d days"], ["den", "%d dny", "%d dní"], "cs", "python-format"],
      [["%d minute", "%d minutes"], ["דקה", "שתי %d דקות", "%d דקות", "%d דקות"], "he", "python-format"],
      ["%(n)d items", "%(m)d položek", "cs", "python-format"],
      ["%s", "x", "cs", "python-format"],
      ["%s %d", "%d %s", "cs", "python-format"],
    ],
  },
  php_format: {
    passes: [
      ["%s", "%s", "cs", "php-format"],
      ["%s %d", "%2$d %1$s", "cs", "php-format"],
      ["50%% of %s", "%s: 50%%", "cs", "php-format"],
    ],
    fails: [
      ["%s", "x", "cs", "php-format"],
      ["%2$d", "%1$d", "cs", "php-format"],
      ["%'.10d", "%'.9d", "cs", "php-format"],
    ],
  },
  perl_format: {
    passes: [
      ["%s", "%s", "cs", "perl-format"],
      ["%1$s %2$s", "%2$s %1$s", "cs", "perl-format"],
      ["x", "y", "cs", "perl-format"],
    ],
    fails: [
      ["%s", "x", "cs", "perl-format"],
      ["%d", "%s", "cs", "perl-format"],
      ["x", "%d", "cs", "perl-format"],
    ],
  },
  lua_format: {
    passes: [
      ["%s", "%s", "cs", "lua-format"],
      ["%5.2f", "%5.2f", "cs", "lua-format"],
      ["%%", "x", "cs", "lua-format"],
    ],
    fails: [
      ["%s", "x", "cs", "lua-format"],
      ["%s %d", "%d %s", "cs", "lua-format"],
      ["%5.2f", "%.2f", "cs", "lua-format"],
    ],
  },
  javascript_format: {
    passes: [
      ["%s", "%s", "cs", "javascript-format"],
      ["%1$s", "%1$s", "cs", "javascript-format"],
      ["%j %%", "%j", "cs", "javascript-format"],
    ],
    fails: [
      ["%s", "x", "cs", "javascript-format"],
      ["%1$s", "%2$s", "cs", "javascript-format"],
      ["x", "%d", "cs", "javascript-format"],
    ],
  },
  java_printf_format: {
    passes: [
      ["%d of %s", "%2$s: %1$d", "cs", "java-printf-format"],
      ["%1$tY", "%1$tY", "cs", "java-printf-format"],
      ["%,d", "%,d", "cs", "java-printf-format"],
      ["100% of it", "100 % der Sache", "de", "java-printf-format"],
    ],
    fails: [
      ["%d", "x", "cs", "java-printf-format"],
      ["%1$s", "%2$s", "cs", "java-printf-format"],
      ["%tY", "%tB", "cs", "java-printf-format"],
      ["Close", "Zavřít %s", "cs", "java-printf-format"],
    ],
  },
  ruby_format: {
    passes: [
      ["%<a>s %{b}", "%{b} %<a>s", "cs", "ruby-format"],
      ["%d", "%d", "cs", "ruby-format"],
      ["%1$s", "%1$s", "cs", "ruby-format"],
    ],
    fails: [
      ["%<a>s", "%<b>s", "cs", "ruby-format"],
      ["%{a}", "x", "cs", "ruby-format"],
      ["%d", "%s", "cs", "ruby-format"],
    ],
  },
  object_pascal_format: {
    passes: [
      ["%d", "%d", "cs", "object-pascal-format"],
      ["%0:s %1:s", "%1:s %0:s", "cs", "object-pascal-format"],
      ["%-10.2f", "%-10.2f", "cs", "object-pascal-format"],
    ],
    fails: [
      ["%d", "x", "cs", "object-pascal-format"],
      ["%0:s", "%1:s", "cs", "object-pascal-format"],
      ["%s %d", "%d %s", "cs", "object-pascal-format"],
    ],
  },
  python_brace_format: {
    passes: [
      ["{} of {}", "{} z {}", "cs", "python-brace-format"],
      ["{0} {name.a!r:>8}", "{name.a!r:>8} {0}", "cs", "python-brace-format"],
      ["{{x}}", "y", "cs", "python-brace-format"],
    ],
    fails: [
      ["{}", "x", "cs", "python-brace-format"],
      ["{name}", "{jmeno}", "cs", "python-brace-format"],
      ["{0}", "{1}", "cs", "python-brace-format"],
      ["{:d} {:s}", "{:s} {:d}", "cs", "python-brace-format"],
    ],
  },
  perl_brace_format: {
    passes: [
      ["{a} {b}", "{b} {a}", "cs", "perl-brace-format"],
      ["x", "y", "cs", "perl-brace-format"],
      ["{a}", "{a}", "cs", "perl-brace-format"],
    ],
    fails: [
      ["{a}", "x", "cs", "perl-brace-format"],
      ["{a}", "{b}", "cs", "perl-brace-format"],
      ["x", "{a}", "cs", "perl-brace-format"],
    ],
  },
  java_format: {
    passes: [
      ["{0} of {1,number,#}", "{1,number,#}: {0}", "cs", "java-format"],
      ["It''s {0}", "L''{0}", "fr", "java-format"],
      ["no braces", "l'an", "fr", "auto-java-messageformat"],
      ["Show '{x}' as {0}", "{0} als '{x}' zeigen", "de", "java-format"],
      ["It's {0}", "C'est {0}", "fr", "auto-java-messageformat"],
      ["Inside '{0}'", "In '{0}'", "de", "auto-java-messageformat"],
    ],
    fails: [
      ["Entry {0} of {1}", "L'elemento {0} dell'oggetto {1}", "it", "auto-java-messageformat"],
      ["The log {0}", "Il registro dell'utente nell'archivio: {0}", "it", "auto-java-messageformat"],
      ["{0} is ready", "{0} n'est pas l'", "fr", "auto-java-messageformat"],
      ["{0}", "x", "cs", "java-format"],
      ["{0}", "l'{0}", "fr", "auto-java-messageformat"],
      ["{0}", "{1}", "cs", "java-format"],
    ],
  },
  c_sharp_format: {
    passes: [
      ["{0} {1:N2}", "{1:N2} {0}", "cs", "c-sharp-format"],
      ["{{0}}", "x", "cs", "c-sharp-format"],
      ["{0,10}", "{0,10}", "cs", "csharp-format"],
    ],
    fails: [
      ["{0}", "x", "cs", "c-sharp-format"],
      ["{0}", "{1}", "cs", "c-sharp-format"],
      ["{0:N2}", "{0:N1}", "cs", "csharp-format"],
    ],
  },
  angularjs_format: {
    passes: [
      ["{{ a }}", "{{a}}", "cs", "angularjs-format"],
      ["{{a}} {{b}}", "{{b}} {{a}}", "cs", "angularjs-format"],
      ["x", "y", "cs", "angularjs-format"],
    ],
    fails: [
      ["{{a}}", "x", "cs", "angularjs-format"],
      ["{{a}}", "{{b}}", "cs", "angularjs-format"],
      ["x", "{{a}}", "cs", "angularjs-format"],
    ],
  },
  automattic_components_format: {
    passes: [
      ["{{a}}x{{/a}}", "{{a}}y{{/a}}", "cs", "automattic-components-format"],
      ["{{a /}}", "{{a /}}", "cs", "automattic-components-format"],
      ["x", "y", "cs", "automattic-components-format"],
    ],
    fails: [
      ["{{a}}x{{/a}}", "{{a}}y", "cs", "automattic-components-format"],
      ["{{a /}}", "x", "cs", "automattic-components-format"],
      ["{{a}}", "{{b}}", "cs", "automattic-components-format"],
    ],
  },
  es_format: {
    passes: [
      ["$" + "{a}", "$" + "{a}", "cs", "es-format"],
      ["x", "y", "cs", "es-format"],
      ["$" + "{a} $" + "{b}", "$" + "{b} $" + "{a}", "cs", "es-format"],
      ["$" + "{ a } x", "$" + "{a} y", "cs", "es-format"],
    ],
    fails: [
      ["$" + "{a}", "x", "cs", "es-format"],
      ["$" + "{a}", "$" + "{b}", "cs", "es-format"],
      ["x", "$" + "{a}", "cs", "es-format"],
    ],
  },
  i18next_interpolation: {
    passes: [
      ["{{n}} $t(key)", "$t(key) {{n}}", "cs", "i18next-interpolation"],
      ["{{ n }}", "{{n}}", "cs", "i18next-interpolation"],
      ["x", "y", "cs", "i18next-interpolation"],
    ],
    fails: [
      ["{{n}}", "x", "cs", "i18next-interpolation"],
      ["$t(a)", "$t(b)", "cs", "i18next-interpolation"],
      ["{{n}}", "{n}", "cs", "i18next-interpolation"],
    ],
  },
  laravel_format: {
    passes: [
      [":name is", ":Name je", "cs", "laravel-format"],
      ["10:30", "10:45", "cs", "laravel-format"],
      ["a::b", "c", "cs", "laravel-format"],
    ],
    fails: [
      [":name", "x", "cs", "laravel-format"],
      [":name", ":jmeno", "cs", "laravel-format"],
      ["x", ":name", "cs", "laravel-format"],
    ],
  },
  percent_placeholders: {
    passes: [
      ["%name% is", "je %name%", "cs", "percent-placeholders"],
      ["50 % of", "50 % z", "cs", "percent-placeholders"],
      ["%a% %b%", "%b% %a%", "cs", "percent-placeholders"],
    ],
    fails: [
      ["%name%", "x", "cs", "percent-placeholders"],
      ["%name%", "%jmeno%", "cs", "percent-placeholders"],
      ["x", "%name%", "cs", "percent-placeholders"],
    ],
  },
  vue_format: {
    passes: [
      ["{n} @:key", "@:key {n}", "cs", "vue-format"],
      ["%{n}", "%{n}", "cs", "vue-format"],
      ["{n} of {m}", "{ m } / { n }", "cs", "vue-format"],
      ["@.lower:key", "@.lower:key", "cs", "vue-format"],
    ],
    fails: [
      ["{n}", "x", "cs", "vue-format"],
      ["@:key", "@:jiny", "cs", "vue-format"],
      ["@.lower:key", "@:key", "cs", "vue-format"],
    ],
  },
  qt_format: {
    passes: [
      ["%1 of %2", "%2 z %1", "cs", "qt-format"],
      ["%1 of %2", "%2 z %1", "cs", "kde-format"],
      ["%L1", "%1", "cs", "qt-format"],
      ["100%", "100 %", "cs", "qt-format"],
    ],
    fails: [
      ["%1", "x", "cs", "qt-format"],
      ["%1", "x", "cs", "kde-format"],
      ["%1", "%2", "cs", "qt-format"],
      ["x", "%1", "cs", "qt-format"],
    ],
  },
  qt_plural_format: {
    passes: [
      ["%n file(s)", "%n soubor", "cs", "qt-plural-format"],
      ["%Ln", "%n", "cs", "qt-plural-format"],
      ["x", "y", "cs", "qt-plural-format"],
    ],
    fails: [
      ["%n", "x", "cs", "qt-plural-format"],
      ["x", "%n", "cs", "qt-plural-format"],
      ["%Ln", "Ln", "cs", "qt-plural-format"],
    ],
  },
  scheme_format: {
    passes: [
      ["~a ~d", "~a ~d", "cs", "scheme-format"],
      ["~~", "x", "cs", "scheme-format"],
      ["x~%", "y", "cs", "scheme-format"],
    ],
    fails: [
      ["~a", "x", "cs", "scheme-format"],
      ["~a ~d", "~d ~a", "cs", "scheme-format"],
      ["x", "~s", "cs", "scheme-format"],
    ],
  },
  ellipsis: {
    passes: [
      ["Wait…", ""],
      ["Wait..", ""],
      [["a", "b"], ""],
    ],
    fails: [
      ["Wait...", ""],
      ["a...b", ""],
      [["Wait...", "b"], ""],
    ],
  },
  optional_plural: {
    passes: [
      ["f(size)", ""],
      ["f(s)x", ""],
      [["file(s)", "files"], ""],
    ],
    fails: [
      ["3 file(s)", ""],
      ["item(s).", ""],
      ["(s) ", ""],
    ],
  },
  unnamed_format: {
    passes: [
      ["%1$s of %2$s", "", "cs", "c-format"],
      ["%s", "", "cs", "c-format"],
      ["%s %s", "", "cs", ""],
      ["{a} {b}", "", "cs", "python-brace-format"],
    ],
    fails: [
      ["%s of %s", "", "cs", "c-format"],
      ["{} {}", "", "cs", "python-brace-format"],
      [["x", "%s %d"], "", "cs", "php-format"],
    ],
  },
  check_glossary: {
    passes: [
      ["Open the issue", "Öffne das Ticket", "de", "check-glossary"],
      ["Open the tissue", "Öffne das Tuch", "de", "check-glossary"],
      ["Open the issue", "Öffne das Problem", "de"],
    ],
    fails: [
      ["Open the issue", "Öffne das Heft", "de", "check-glossary"],
      ["Open issues", "Öffne Tickets und Probleme", "de", "check-glossary"],
      [["One issue", "%d issues"], ["Ein Ticket", "%d Hefte"], "de", "check-glossary"],
    ],
  },
};
