import { describe, expect, it } from "vitest";
import { fieldLabel, fieldValue } from "@/app/ui/settings-saves/field-texts";
import { PROJECT_SELECTION } from "@/lib/text/codes";
import { textsOf } from "@/lib/text/messages/catalogue";

/** Values of saved settings as people call them. */

const [en, de] = [textsOf("en"), textsOf("de")];
const said = (name: string, value: unknown, t = en) => fieldValue(t, name, value).text;

describe("a saved field", () => {
  it("tells checks and permissions by their names, and those that are gone as they were stored", () => {
    expect(said("enforcedChecks", ["end_newline", "gone_check"])).toBe("Trailing line break, gone_check");
    expect(said("permissions", ["comment.delete", "gone.permission"])).toBe(
      "delete comments of others, gone.permission",
    );
    expect(said("permissions", ["comment.delete"], de)).not.toBe(said("permissions", ["comment.delete"]));
  });

  it("tells the choices of a team by their words, and languages by the reader's", () => {
    expect(said("projectSelection", PROJECT_SELECTION.LISTED)).toBe("The chosen projects");
    expect(said("languageSelection", 1)).toBe("All languages");
    expect(said("languages", ["Czech", "Somebody's own"], de)).toBe("Tschechisch, Somebody's own");
    expect(said("roles", ["Review strings", "Pruner"])).toBe("Review strings, Pruner");
    expect(said("roles", ["Review strings", "Pruner"], de)).toMatch(/^(?!Review strings).+, Pruner$/);
    expect(fieldLabel(en, { topic: "team", subject: "Czech team" }, "roles")).toBe(en("team.roles"));
  });

  it.each([
    ["service", "deepl", "key", "Key"],
    ["service", "deepl", "exists", "Set up"],
    ["service", "deepl", "off", "Switched off for the project"],
    ["code-host", "github.com", "token", "Token"],
    ["code-host", "github.com", "api", "Address of the API"],
    ["http-account", "https://git.example.org/", "place", "Beginning of the addresses"],
    ["team", "Czech team", "exists", "The team exists"],
  ] as const)("of a %s (%s, %s) is called as its form calls it", (topic, subject, name, label) => {
    expect(fieldLabel(en, { topic, subject }, name)).toBe(label);
    expect(fieldLabel(de, { topic, subject }, name)).not.toBe(name);
  });

  it("leaves lists of other settings alone", () => {
    expect(said("links", ["comment.delete", "Czech"], de)).toBe("comment.delete, Czech");
  });
});
