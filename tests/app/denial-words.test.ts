import { expect, it } from "vitest";
import { answerForm } from "@/app/ui/answer-form";
import { denialWords } from "@/lib/domain/access/denial-words";
import { denied } from "@/lib/domain/access/denied";
import { Forbidden } from "@/lib/domain/errors";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";

const missing = denied(
  "missing-permission",
  refusal("missingIn", { may: "memory.edit", permission: "memory.edit", place: "Garden" }),
  "memory.edit",
);

it("a refusal has its sentence in English for the API, and in the language of the page for its reader", () => {
  expect(missing.text).toBe(
    "You do not have permission to add to the project's translation memory in Garden (memory.edit). An administrator of the project can grant it.",
  );
  expect(denialWords(textsOf("de"), missing)).toBe(
    "Dafür fehlt Ihnen in Garden die Berechtigung: den Übersetzungsspeicher des Projekts ergänzen (memory.edit). Die Administratoren des Projekts können sie erteilen.",
  );
  expect(denialWords(textsOf("ja"), denied("own-text", refusal("ownText")))).toContain("承認が必要です");
});

it("a refusal that has no other words goes by its English sentence", () => {
  expect(denialWords(textsOf("de"), { text: "Only people ask for access." })).toBe("Only people ask for access.");
});

it("a form tells a refusal in the language of the page", async () => {
  const work = () => Promise.reject(new Forbidden(missing));
  const { errors } = await answerForm(new FormData(), work, async () => textsOf("cs"));
  expect(errors).toEqual({ "": expect.stringContaining("přidávat do překladové paměti projektu (memory.edit)") });
});
