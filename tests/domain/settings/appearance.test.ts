import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/site-logo/route";
import type { Actor } from "@/lib/domain/access/actor";
import { Invalid } from "@/lib/domain/errors";
import {
  type AppearanceInput,
  appearance,
  LARGEST_LOGO,
  resetAppearance,
  saveAppearance,
  storedAppearance,
  USUAL,
} from "@/lib/domain/settings/appearance";
import { makePerson } from "../../support/people";
import { gif, jpeg, png, webp } from "../../support/pictures";

/** How an installation looks. */

let admin: Actor;
let vera: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  vera = await makePerson("vera");
});
beforeEach(() => resetAppearance(admin));

const save = (given: Partial<AppearanceInput>, options?: Parameters<typeof saveAppearance>[2]) =>
  saveAppearance(admin, { ...USUAL, ...given }, options);

/** Fields that are refused. */
async function refused(given: Partial<AppearanceInput>, options?: Parameters<typeof saveAppearance>[2]) {
  const error = await save(given, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Invalid);
  expect(await appearance()).toMatchObject(USUAL);
  return (error as Invalid).fields.map(({ path }) => path);
}

describe("an appearance", () => {
  it("is saved tidily, shown at once and taken back", async () => {
    await save({
      name: "  Orchard Translate ",
      accentLight: "#1A4B8C",
      links: "https://example.org/privacy Privacy policy\n\n /languages/ Our languages\nmailto:a@example.org Mail us",
    });
    expect(await appearance()).toMatchObject({
      name: "Orchard Translate",
      accentLight: "#1a4b8c",
      footer: [
        { href: "https://example.org/privacy", label: "Privacy policy" },
        { href: "/languages/", label: "Our languages" },
        { href: "mailto:a@example.org", label: "Mail us" },
      ],
    });
    await resetAppearance(admin);
    expect(await appearance()).toEqual({ ...USUAL, footer: [], logoVersion: undefined });
  });

  it("is changed and read for changing by those who manage only", async () => {
    await expect(saveAppearance(vera, { ...USUAL, name: "Mine" })).rejects.toThrow("management.use");
    await expect(resetAppearance(vera)).rejects.toThrow("management.use");
    await expect(storedAppearance(vera)).rejects.toThrow("management.use");
  });

  it.each([
    "javascript:alert(1) Click",
    "data:text/html,x Click",
    "//evil.example/ Click",
    "/\\evil.example/ Click",
    "vbscript:x Click",
    "https://example.org/",
    "Words only",
    Array.from({ length: 9 }, (_, at) => `/x${at}/ Link`).join("\n"),
  ])("links nowhere that a page may not: %s", async (links) => {
    expect(await refused({ links })).toEqual(["links"]);
  });

  it.each([
    [{ accentLight: "#ffff00" }, "accentLight"],
    [{ accentLight: "#777777" }, "accentLight"],
    [{ accentDark: "#136147" }, "accentDark"],
    [{ accentLight: "red" }, "accentLight"],
    [{ accentLight: "#136147;}body{display:none" }, "accentLight"],
    [{ accentDark: "#fff" }, "accentDark"],
    [{ name: "<b>Bold</b>" }, "name"],
    [{ name: "x".repeat(41) }, "name"],
  ] as const)("is refused where it cannot be read or is no such thing: %j", async (given, field) => {
    expect(await refused(given)).toEqual([field]);
  });

  it("takes our own colours, which are known to be readable", async () => {
    await save({ accentLight: "#136147", accentDark: "#6ed5ab" });
    expect((await appearance()).accentDark).toBe("#6ed5ab");
  });
});

describe("a logo", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("is kept over other changes, served as what it is, and removed", async () => {
    const picture = png(64, 32);
    await save({}, { logo: picture });
    const { logoVersion } = await appearance();
    expect(logoVersion).toMatch(/^[0-9a-f]{16}$/);
    await save({ name: "Orchard" });
    expect(await appearance()).toMatchObject({ logoVersion, name: "Orchard" });
    const answer = await GET();
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(picture));
    await save({}, { logo: webp("VP8X", 20, 20) });
    expect((await appearance()).logoVersion).not.toBe(logoVersion);
    await save({}, { logo: null });
    expect((await appearance()).logoVersion).toBeUndefined();
    expect((await GET()).status).toBe(404);
  });

  it("is refused where it could be a script, moves, is cut off or too large", async () => {
    for (const logo of [
      bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      bytes('<?xml version="1.0"?><svg onload="alert(1)"/>'),
      bytes("<html><script>alert(1)</script></html>"),
      gif(10, 10),
      jpeg(10, 10),
      png(2000, 10),
      png(20, 10).subarray(0, -1),
      new Uint8Array(LARGEST_LOGO + 1).fill(0),
      new Uint8Array(),
    ])
      expect(await refused({ name: "Kept out" }, { logo })).toEqual(["logo"]);
    expect((await appearance()).logoVersion).toBeUndefined();
  });
});

describe("two administrators", () => {
  it("write nothing over each other unseen", async () => {
    const seen = { ...USUAL };
    await save({ name: "First" }, { seen });
    await expect(save({ name: "Second" }, { seen })).rejects.toThrow("It is now: First");
    await expect(save({ welcome: "Hello" }, { seen })).rejects.toThrow("It is now: First");
    expect(await appearance()).toMatchObject({ name: "First", welcome: "" });
    await save({ name: "Second" }, { seen: { ...USUAL, name: "First" } });
    expect((await appearance()).name).toBe("Second");
  });
});
