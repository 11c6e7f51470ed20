import { expect, it } from "vitest";
import { sentenceWords } from "@/app/ui/error-words";
import { worded } from "@/lib/domain/errors";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";

it("a setting that a sentence names goes by the label of its field", () => {
  const sentence = worded(refusal("notBothValue", { namedSetting: "checkFlags" }));
  const de = textsOf("de");
  expect(sentenceWords(de, sentence)).toContain(`„${de("componentSettings.checkFlags.label")}“`);
  expect(sentenceWords(textsOf("en"), sentence)).not.toContain("checkFlags");
});

it("a setting of the environment keeps its name", () => {
  const sentence = worded(refusal("hostPrivate", { host: "git.local", setting: "LOQUAT_ALLOWED" }));
  expect(sentenceWords(textsOf("en"), sentence)).toContain("LOQUAT_ALLOWED=git.local");
});
