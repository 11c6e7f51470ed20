import { expect, it } from "vitest";
import { environmentWords } from "@/app/ui/environment-words";
import { environmentSchema } from "@/lib/platform/environment-schema";
import { messagesOf, textsOf } from "@/lib/text/messages/catalogue";

const settings = Object.entries(environmentSchema.shape).flatMap(([name, value]) => {
  const meta = value.meta() as { description?: string; without?: string } | undefined;
  return meta?.description ? [{ name, description: meta.description, without: meta.without ?? "" }] : [];
});

it("settings of the environment say in English what their table says", () => {
  expect(settings.length).toBeGreaterThan(60);
  const plain = (text: string) => text.replace(/`([^`]*)`/g, "$1").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  for (const setting of settings) {
    const { about, without } = environmentWords(textsOf("en"), setting);
    expect(about.replaceAll("’", "'")).toBe(plain(setting.description));
    expect(without).toBe(plain(setting.without));
  }
});

it("every setting is described in every language, and nothing else is", () => {
  const names = settings.map(({ name }) => name).sort();
  const { about } = (messagesOf("en") as { environment: { about: Record<string, string> } }).environment;
  expect(Object.keys(about).sort()).toEqual(names);
  const de = textsOf("de");
  for (const setting of settings) expect(environmentWords(de, setting).about, setting.name).not.toContain("`");
  expect(environmentWords(de, settings.find(({ name }) => name === "SMTP_URL")!).without).toBe(
    "es werden keine Mails gesendet",
  );
});
