import { it } from "vitest";
import type { FileString } from "@/lib/domain/files/strings";
import { findTranslation } from "@/lib/domain/translations/translations";
import { knownUnits, recognised } from "@/lib/domain/uploads/internal/known-strings";
import { STATE } from "@/lib/text/codes";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { growsLinearly } from "../../support/scale";

/** A catalogue of so many strings. */
const catalogue = (count: number) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${Array.from(
    { length: count },
    (_, n) => `msgid "here ${n}"\nmsgstr ""\n`,
  ).join("\n")}`;

/** A string of a file that no component has. */
const unknown = (n: number): FileString => ({
  idHash: String(n + 1),
  entryId: "",
  context: "",
  sources: [`there ${n}`],
  targets: ["t"],
  state: STATE.TRANSLATED,
  note: "",
  location: "",
  flags: "",
  previousSource: "",
  position: n + 1,
  readOnly: false,
});

it("costs as much more to find the strings of a file as the file and the translation have more of them", async () => {
  const admin = await makePerson("admin", { superuser: true });
  // The database is at work in a process of its own, so the clock counts.
  const clock = async (work: () => unknown): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  await growsLinearly(
    "to find the strings of a file",
    1000,
    async (count) => {
      const files = { "po/cs.po": catalogue(count), "po/app.pot": catalogue(count) };
      const settings = { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po" };
      const { component } = await connect(admin, files, settings);
      const translation = await findTranslation(admin, component, "cs");
      const strings = Array.from({ length: count * 5 }, (_, n) => unknown(n));
      return async () => [await knownUnits(translation, strings), await recognised(translation, strings)];
    },
    clock,
  );
}, 120_000);
