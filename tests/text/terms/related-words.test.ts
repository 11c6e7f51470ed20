import { describe, expect, it } from "vitest";
import { runChecks } from "@/lib/text/checks/run";
import { parseFlags } from "@/lib/text/flags/flags";
import { termJudge } from "@/lib/text/terms/judge";

const finds = (language: string, term: [string, string], source: string, target: string): boolean => {
  const [word, translation] = term;
  const rule = {
    source: word,
    target: translation,
    forms: [],
    caseSensitive: false,
    forbidden: false,
    untranslatable: false,
  };
  const judge = termJudge([rule], "en", language);
  const flags = parseFlags("check-glossary");
  return runChecks({ sources: [source], targets: [target], flags, languageCode: language, judge }).some(
    ({ check }) => check === "check_glossary",
  );
};

describe("a term of a glossary", () => {
  it.each([
    ["sv", ["Note", "Not"], "Update note types", "Uppdatera nottyper"],
    ["nb_NO", ["Template", "Mal"], "Back Template", "Baksidemal"],
    ["ml", ["Card", "കാർഡ്"], "Delete Empty Cards", "ശൂന്യമായ കാർഡുകൾ ഇല്ലാതാക്കുക"],
    ["pt_BR", ["Card", "Cartão"], "Separate cards", "Separar cartões"],
    ["he", ["Template", "תבנית"], "A problem in { $template }.", "בעיה ב-{ $template }."],
    ["he", ["Save", "שמור"], "Save", "שמירה"],
    ["ar", ["Save", "احفظ"], "_Save As…", "ا_حفظ باسم..."],
    ["ar", ["Text", "نص"], "Text Editor", "محرّر النصوص"],
    ["ar", ["Install", "تثبيت"], "Install scheme", "ثبّت مخططا"],
    ["ar", ["font", "خط"], "the font of a body", "الخط الذي سيُستعمل"],
    ["pl", ["Error", "Błąd"], "The error color text", "Tekst koloru błędu"],
    ["ro", ["Window", "Fereastră"], "editing windows", "partea de jos a ferestrei"],
    ["ms", ["Save", "Simpan"], "If you don’t save", "Jika anda tidak menyimpan"],
    ["pl", ["Access", "dostęp / podłączenie / wgląd"], "Access the file", "Wgląd do pliku"],
    ["ms", ["Match", "sepadan,padan"], "Find the previous match", "Cari padanan terdahulu"],
    ["it", ["Font", "Tipo di carattere"], "Font for Printing", "Carattere per la stampa"],
    ["ro", ["Copy", "Copiere"], "Copy selected text", "Copiază textul selectat"],
    ["ar", ["option", "خيارات"], "the encoding option", "القيم الممكنة لخيار الترميز"],
    ["it", ["Cancel", "Annullare"], "_Cancel", "A_nnulla"],
    ["it", ["Close", "Chiudere"], "until files are closed", "fino alla chiusura dei file"],
  ] as const)("is used in %s by a word that looks like it", (language, term, source, target) => {
    expect(finds(language, [...term], source, target)).toBe(false);
  });

  it.each([
    ["nl", ["Note", "Aantekening"], "Add Note", "Notitie toevoegen"],
    ["tr", ["Media", "İçerik"], "Media sync starting...", "Medya senkronizasyonu başlıyor..."],
    ["it", ["Panel", "pannello"], "Show bottom panels", "Mostra riquadro inferiore"],
    ["ar", ["Margin", "الهوامش"], "Right Margin", "الحاشية اليمنى"],
    ["es", ["Delete", "Borrar"], "_Delete current line", "_Eliminar la línea actual"],
    ["pl", ["Access", "dostęp / podłączenie / wgląd"], "Access the file", "Otwórz plik"],
    ["it", ["Font", "Tipo di carattere"], "Font", "Fonte"],
    ["ms", ["Show", "Papar"], "Show the next page", "Tunjuk halaman berikutnya"],
  ] as const)("is missed in %s where another word is said", (language, term, source, target) => {
    expect(finds(language, [...term], source, target)).toBe(true);
  });
});
