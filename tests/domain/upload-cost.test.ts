import { it } from "vitest";
import { findTranslation, type TranslationRow } from "@/lib/domain/translations/translations";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";
import { growsLinearly } from "../support/scale";

/** A catalogue of so many strings. */
const catalogue = (count: number) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${Array.from(
    { length: count },
    (_, n) => `msgid "here ${n}"\nmsgstr ""\n`,
  ).join("\n")}`;

it("costs as much more to find the strings of a file as the file and the translation have more of them", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const sized = async (count: number): Promise<TranslationRow> => {
    const files = { "po/cs.po": catalogue(count), "po/app.pot": catalogue(count) };
    const settings = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" };
    const { component } = await connect(admin, files, settings);
    return findTranslation(admin, component, "cs");
  };
  const translations = new Map<number, TranslationRow>();
  const clock = async (work: () => unknown): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  // The database is at work in a process of its own, so the clock counts.
  await growsLinearly(
    "an upload",
    1000,
    async (count) => {
      const translation = translations.get(count) ?? (await sized(count));
      translations.set(count, translation);
      const rows = Array.from({ length: count * 5 }, (_, n) => `there ${n},t\n`).join("");
      const upload = { filename: "many.csv", bytes: Buffer.from(rows), method: "suggest", conflicts: "", fuzzy: "" };
      return () => uploadFile(admin, translation, { ...upload, method: "suggest", conflicts: "", fuzzy: "" });
    },
    clock,
  );
}, 120_000);
