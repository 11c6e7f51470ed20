import { describe, expect, it } from "vitest";
import { addonWords } from "@/app/ui/addon-words";
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
