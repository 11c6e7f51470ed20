import { describe, expect, it } from "vitest";
import { addonWords, fieldWords } from "@/app/ui/addon-words";
import { settingsFields } from "@/lib/domain/addons/form";
import { ADDONS } from "@/lib/domain/addons/registry";
import { textsOf } from "@/lib/text/messages/catalogue";

const straight = (text: string) => text.replaceAll("’", "'");

describe("names and descriptions of add-ons", () => {
  it.each(ADDONS.map((addon) => [addon.id, addon] as const))(
    "are in the catalogue as the API has them: %s",
    (_, addon) => {
      const { name, description } = addonWords(textsOf("en"), addon);
      expect([straight(name), straight(description)]).toEqual([addon.name, addon.description]);
      const german = addonWords(textsOf("de"), addon);
      expect(german.description).not.toBe(description);
    },
  );

  it("are English where the catalogue has none", () => {
    const unknown = { id: "weblate.no.such", name: "No such", description: "None." };
    expect(addonWords(textsOf("cs"), unknown)).toEqual({ name: "No such", description: "None." });
  });
});

describe("the settings of add-ons", () => {
  const said = (language: string, addon: (typeof ADDONS)[number]) =>
    settingsFields(addon).map((field) => fieldWords(textsOf(language), addon.id, field));
  /** Words of a form, without the names of what is chosen by name. */
  const wordsOf = (fields: ReturnType<typeof said>) =>
    fields.flatMap(({ name, title, description, choices, from }) => [
      title,
      description,
      ...(from || name === "language" ? [] : choices.map(({ label }) => label)),
    ]);

  it.each(ADDONS.map((addon) => [addon.id, addon] as const))(
    "are in the catalogue as their schema has them: %s",
    (_, addon) => {
      expect(wordsOf(said("en", addon)).map(straight)).toEqual(wordsOf(settingsFields(addon)));
      const own = wordsOf(said("ja", addon));
      // Japanese has no word that it shares with English.
      expect(wordsOf(said("en", addon)).filter((words, at) => words !== "" && own[at] === words)).toEqual([]);
    },
  );

  it("are those of the add-on where others have a setting of the same name", () => {
    const hintOf = (id: string, name: string) =>
      ADDONS.filter((addon) => addon.id === id).flatMap((addon) =>
        said("de", addon).flatMap((field) => (field.name === name ? [field.title] : [])),
      );
    expect(hintOf("weblate.gettext.mo", "fuzzy")).toEqual(["Auch Zeichenketten, die bearbeitet werden müssen"]);
    expect(hintOf("weblate.gettext.msgmerge", "fuzzy")).toEqual(["Ähnliche Zeichenketten abgleichen"]);
  });

  it("offer events and languages by the reader's names, in their order", () => {
    const field = (from: "events" | "languages", choices: { value: string; label: string }[]) =>
      fieldWords(textsOf("de"), "weblate.webhook.webhook", {
        ...{ name: "x", title: "", description: "", kind: "several", from, choices, initial: [], fraction: false },
      } as never).choices;
    expect(
      field("languages", [
        { value: "cs", label: "Czech" },
        { value: "en", label: "English" },
      ]),
    ).toEqual([
      { value: "en", label: "Englisch" },
      { value: "cs", label: "Tschechisch" },
    ]);
    const [event] = field("events", [{ value: "2", label: "Translation changed" }]);
    expect(event?.label).not.toBe("Translation changed");
  });
});
