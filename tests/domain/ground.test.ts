import { describe, expect, it } from "vitest";
import { anonymousActor, loadActor } from "@/lib/domain/access/actor";
import { can } from "@/lib/domain/access/demand";
import { forgetTokens } from "@/lib/domain/access/remembered-tokens";
import { findLanguage, resolveLanguages } from "@/lib/domain/languages/languages";
import { seed } from "@/lib/domain/settings/seed";
import { completeSetup, issueSetupCode, setupCodeFits } from "@/lib/domain/users/setup";
import { signIn } from "@/lib/domain/users/sign-in";
import { authenticateKey, issueToken, listTokens, revokeToken } from "@/lib/domain/users/tokens";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { textRow, textRows } from "../support/text-rows";

const BROWSER = { address: "192.0.2.1", userAgent: "", mark: undefined };

describe("a fresh installation", () => {
  it("seeds twice without a difference", async () => {
    const count = () =>
      textRow(
        db,
        sql`select (select count(*) from languages) l, (select count(*) from plurals) p, (select count(*) from roles) r, (select count(*) from role_permissions) rp, (select count(*) from teams) t, (select count(*) from language_aliases) a`,
      );
    const before = await count();
    await seed();
    expect(await count()).toEqual(before);
    expect((before as { l: number }).l).toBeGreaterThan(300);
  });

  it("knows Czech with three plural forms", async () => {
    const czech = await findLanguage("cs");
    expect(czech).toMatchObject({ name: "Czech", direction: "ltr", plural: { number: 3 } });
  });

  it("lets the first holder of the code become administrator, once", async () => {
    const code = (await issueSetupCode()) as string;
    expect(await setupCodeFits("wrong")).toBe(false);
    const input = {
      username: "petra",
      fullName: "Petra",
      email: "petra@example.org",
      password: "correct horse battery",
    };
    await expect(completeSetup("wrong", input)).rejects.toThrow("no longer valid");
    const results = await Promise.allSettled([
      completeSetup(code, input),
      completeSetup(code, { ...input, username: "eva", email: "eva@example.org" }),
    ]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await issueSetupCode()).toBeUndefined();
    await expect(completeSetup(code, { ...input, username: "late", email: "l@example.org" })).rejects.toThrow(
      "already",
    );
  });

  it("signs in by name or address, whatever the case, and not with a wrong password", async () => {
    const user = await textRow<{ username: string; email: string }>(
      db,
      sql`select username, email from users where is_superuser`,
    );
    expect(await signIn((user?.username ?? "").toUpperCase(), "correct horse battery", BROWSER)).toBeDefined();
    expect(await signIn(user?.email ?? "", "correct horse battery", BROWSER)).toBeDefined();
    expect(await signIn(user?.email ?? "", "correct horse batter", BROWSER)).toBeUndefined();
    expect(await signIn("nobody", "correct horse battery", BROWSER)).toBeUndefined();
  });
});

describe("tokens", () => {
  it("authenticate until they are revoked and are stored hashed", async () => {
    const user = await textRow<{ id: number }>(db, sql`select id from users where is_superuser`);
    const { key, id } = await issueToken(user?.id ?? 0, { name: "ci" });
    expect(key).toMatch(/^svcu_[A-Za-z0-9]{36}$/);
    const actor = await authenticateKey(key, "test");
    expect(actor.isSuperuser).toBe(true);
    expect(JSON.stringify(await textRows(db, sql`select * from api_tokens`))).not.toContain(key.slice(5));
    expect(await listTokens(actor, actor.userId)).toHaveLength(1);
    await revokeToken(actor, id);
    forgetTokens();
    await expect(authenticateKey(key, "test")).rejects.toThrow("unknown, revoked or expired");
  });
});

describe("access", () => {
  it("gives guests suggestions in public projects only", async () => {
    const nobody = await anonymousActor();
    expect(can(nobody, "suggestion.add", { project: { id: 1, accessControl: 0 } })).toBe(true);
    expect(can(nobody, "suggestion.add", { project: { id: 1, accessControl: 100 } })).toBe(false);
    expect(can(nobody, "unit.edit", { project: { id: 1, accessControl: 0 } })).toBe(false);
  });

  it("gives new users the rights of Users in public projects", async () => {
    const row = await inTransaction(async (tx) =>
      (await import("@/lib/domain/users/users")).insertUser(tx, {
        username: "jan",
        fullName: "Jan",
        email: "jan@example.org",
      }),
    );
    const jan = await loadActor(row.id);
    if (!jan) throw new Error("not loaded");
    expect(can(jan, "unit.edit", { project: { id: 1, accessControl: 0 } })).toBe(true);
    expect(can(jan, "unit.edit", { project: { id: 1, accessControl: 1 } })).toBe(false);
    expect(can(jan, "project.add")).toBe(false);
  });
});

describe("codes of a repository", () => {
  it("find their languages, by alias too, and make unknown ones", async () => {
    const { found } = await inTransaction((tx) =>
      resolveLanguages(tx, ["cs", "pt-br", "zh_CN", "iw", "xq-made"], "xx:de"),
    );
    expect(found.get("pt-br")?.code).toBe("pt_BR");
    expect(found.get("zh_CN")?.code).toBe("zh_Hans");
    expect(found.get("iw")?.code).toBe("he");
    expect(found.get("xq-made")?.languageId).toBeGreaterThan(0);
  });
});
