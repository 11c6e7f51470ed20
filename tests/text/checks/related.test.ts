import { describe, expect, it } from "vitest";
import { differing } from "@/lib/text/checks/inconsistent";
import { isOften } from "@/lib/text/checks/multiple-failures";
import { confusedSources, doubtsOf } from "@/lib/text/checks/reused";
import { STATE, type UnitState } from "@/lib/text/codes";
import { growsLinearly } from "../../support/scale";

/** What checks that look at other strings decide, by texts of real files that were read and judged. */

type Row = readonly [language: string, one: string, other: string, text: string];

/** Translated with one text, and differently in so many other languages, or alike. */
function isReused(
  [language, one, other, text]: Row,
  { different = 8, shared = 0, sourceLanguage = "en" } = {},
): boolean {
  const sources = [one, other].map((form) => ({ forms: [form], isTranslated: true }));
  const asked = { text, languageCode: language, sourceLanguageCode: sourceLanguage, sources };
  const doubts = doubtsOf(asked);
  const codes = ["de", "fr", "fi", "ja", "ru", "sw", "tr", "vi", "zu", "ak", "bm", "ee"].filter(
    (code) => code !== language,
  );
  const confused = confusedSources(
    asked,
    doubts,
    (number) =>
      new Map(
        codes
          .slice(0, different + shared)
          .map((code, at) => [code, new Set([at < different ? `${code} ${number}` : code])]),
      ),
  );
  return confused.size === 2;
}

const REUSED: readonly Row[] = [
  ["sk", "Mark as played", "Mark as unread", "Označiť ako prehrané"],
  ["nap", "Use external audio player", "Use external video player", "Utilizze 'nu lettore video esterno"],
  ["es", "Input device for audio", "Output device for audio", "Dispositivo de salida para el audio"],
  ["gl", "Enter the channel name here.", "Enter the channel password here.", "Introduce o nome da canle aquí."],
  ["el", "%1 suppressed by %2.", "%1 unsuppressed by %2.", "Ο %1 καταστάλθηκε από τον %2."],
  ["pl", "Redo", "Undo", "Wycofaj"],
  ["az", "Move", "Copy", "Köçür"],
  ["ga", "Enqueue test download", "Enqueue test upload", "Íosluchtaigh tástáil enqueue"],
  ["it", "Copy field content", "Clear field content", "Cancella il contenuto del campo"],
  ["fr", "Clear chat history", "Export chat history", "Effacer l'historique du tchat"],
  ["da", "Invalid header id size", "Invalid group field size", "Ugyldig størrelse på gruppefelt"],
  ["ro", "You placed a video call.", "You placed a voice call.", "Ați început un apel video."],
  ["hu", "Export Effect Parameters", "Import Effect Parameters", "Hatásparaméterek exportálása"],
  ["gl", "%1$d ft (recommended)", "%1$d m (recommended)", "%1$d m (recomendado)"],
  ["ml", "1000 messages", "10000 messages", "1000 സന്ദേശങ്ങൾ"],
];

const NOT_REUSED: readonly Row[] = [
  ["fi", "Add", "More", "Lisää"],
  ["cs", "Refresh", "Restore", "Obnovit"],
  ["fr", "Mark as played", "Mark as read", "Marquer comme lu"],
  ["da", "Fetching attachment…", "Loading attachment…", "Henter vedhæftning…"],
  ["tr", "Add as &Favorite", "Add to &Favorites", "&Favorilere Ekle"],
  ["sv", "Certificate Chain Details", "Certificate details", "Certifikatdetaljer"],
  ["tr", "Removes a user from your friends.", "This will remove a user from your friends list.", "Kaldırır."],
  ["it", "%1$s made the room invite only.", "%1$s made this invite only.", "%1$s ha reso la stanza accessibile"],
  ["fr", "Confirm password:", "Repeat password: ", "Confirmer le mot de passe :"],
  ["de", "remove entries", "Delete entries", "Einträge löschen"],
  ["ru", "Copy address to clipboard", "Copy link to clipboard", "В буфер"],
  ["he", "%1 kb/s", "%1 kbit/s", '%1 קב"ש'],
  ["cs", "Save file", "SAVE FILE…", "Uložit soubor"],
  ["en_GB", "Next color", "Previous color", "Next colour"],
  ["cs", "Next page", "Previous page", " "],
];

describe("a text for two sources", () => {
  it.each(REUSED)("is found where it was right: %s, %s, %s", (...row) => expect(isReused(row)).toBe(true));
  it.each(NOT_REUSED)("is not found where it was wrong: %s, %s, %s", (...row) => expect(isReused(row)).toBe(false));

  const [alike, apart] = [REUSED[8], REUSED[7]] as [Row, Row];
  it("is found of sources with nothing in common where fewer than five languages can be asked", () => {
    const different: Row = ["de", "Save", "Store", "Speichern"];
    expect([0, 4, 5].map((number) => isReused(different, { different: number }))).toEqual([true, true, false]);
    expect(isReused(different, { different: 0, shared: 1 })).toBe(false);
    expect([0, 5].map((number) => isReused(alike, { different: number }))).toEqual([true, true]);
    expect([0, 5].map((number) => isReused(apart, { different: number }))).toEqual([true, true]);
  });

  it.each([
    ["de", "Save file", "SAVE FILE…", "Datei speichern"],
    ["de", "Delete", "Remove", "Löschen"],
    ["de", "A file", "The files", "Dateien"],
  ] as const)("is not found of sources that mean the same, whoever can be asked: %s, %s, %s", (...row) =>
    expect(isReused(row, { different: 0 })).toBe(false),
  );

  it("is no finding where another language does the same, or many do for opposites", () => {
    expect(isReused(alike, { shared: 1 })).toBe(false);
    expect([2, 3].map((shared) => isReused(apart, { shared, different: 8 }))).toEqual([true, false]);
  });

  it("knows the meaning of English words alone", () => {
    const row = ["de", "Ouvrir le petit fichier", "Fermer le petit fichier", "Kleine Datei öffnen"] as const;
    expect(isReused(row, { sourceLanguage: "fr" })).toBe(true);
    expect(isReused(["de", "on", "off", "an"], { sourceLanguage: "fr" })).toBe(false);
  });

  it("takes languages of several countries for one, and not its own", () => {
    const sources = ["Save", "Store"].map((form) => ({ forms: [form], isTranslated: true }));
    const asked = { text: "Salva", languageCode: "it", sourceLanguageCode: "en", sources };
    const told = (codes: string[]) =>
      confusedSources(asked, doubtsOf(asked), (at) => new Map(codes.map((code) => [code, new Set([`${at}`])]))).size;
    expect(told(["de", "de_AT", "fr", "fr_CA", "pt", "pt_BR"])).toBe(2);
    expect(told(["de", "fr", "pt", "es", "it", "en_GB"])).toBe(2);
    expect(told(["de", "fr", "pt", "es", "sk"])).toBe(0);
  });

  it("is asked in a time that grows with the sources, however many there are and however long", async () => {
    const asked = (text: string, sources: string[]) => ({
      ...{ text, languageCode: "cs", sourceLanguageCode: "en" },
      sources: sources.map((form) => ({ forms: [form], isTranslated: true })),
    });
    const many = (count: number) => Array.from({ length: count }, (_, at) => `Text ${at} of many`);
    const long = (words: number) => Array.from({ length: 40 }, (_, at) => `${at} `.repeat(words));
    for (const [what, make, size] of [
      ["many", many, 20_000],
      ["long", long, 1000],
    ] as const)
      await growsLinearly(`${what} sources`, size, (length) => {
        const shared = asked("x", make(length));
        return () => doubtsOf(shared);
      });
    expect(doubtsOf(asked("x".repeat(20), many(20_000))).length).toBe(780);
  });
});

describe("a check that fails in several languages", () => {
  it.each([
    [2, 2, true],
    [1, 1, false],
    [2, 10, true],
    [2, 11, false],
    [37, 47, true],
    [2, 50, false],
  ])("%i of %i", (failing, translated, often) =>
    expect(isOften({ failing, translated, check: "end_stop" })).toBe(often),
  );

  it("may be different checks of few languages", () => {
    expect([2, 10, 11].map((translated) => isOften({ failing: 2, translated, check: null }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isOften({ failing: 1, translated: 2, check: null })).toBe(false);
  });
});

describe("twins in several components", () => {
  const twin = (componentId: number, text: string, state: UnitState = STATE.TRANSLATED) => ({
    componentId,
    text,
    state,
  });
  it("differ where another component has another text", () => {
    const [a, b, c] = [twin(1, "argparse"), twin(2, "argumentar"), twin(2, "argparse")] as const;
    expect([...differing([a, b])]).toEqual([a, b]);
    expect([...differing([a, c])]).toEqual([]);
    expect([...differing([b, c])]).toEqual([]);
    expect([...differing([a, twin(3, "", STATE.EMPTY)])]).toHaveLength(1);
  });
});
