import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person, send } from "./support";

let petra: Person;
let karel: Person;
let root: Person;

beforeAll(async () => {
  petra = await person("petra");
  karel = await person("karel");
  root = await person("root", { superuser: true });
});

const PATH = "/api/users/petra/searches/";

const post = (key: string, body: unknown, path = PATH) => send("POST", path, { key, body });

describe("saved searches", () => {
  it("are kept, listed by name, changed and removed", async () => {
    const made = await post(petra.key, { name: " Unfinished ", q: "state:<translated" });
    expect(made.status).toBe(201);
    const first = (await made.json()) as { id: number };
    expect(first).toMatchObject({ name: "Unfinished", q: "state:<translated", timestamp: expect.any(String) });
    expect((await post(petra.key, { name: "Comments", q: "comments" })).status).toBe(201);
    const list = await (await send("GET", PATH, { key: petra.key })).json();
    expect(list).toMatchObject({ count: 2, results: [{ name: "Comments" }, { name: "Unfinished" }] });
    const one = `${PATH}${first.id}/`;
    const changed = await send("PATCH", one, { key: petra.key, body: { q: "has:check" } });
    expect(await changed.json()).toMatchObject({ name: "Unfinished", q: "has:check" });
    expect((await send("DELETE", one, { key: petra.key })).status).toBe(204);
    expect((await send("GET", one, { key: petra.key })).status).toBe(404);
  });

  it("have names of their own, and can be understood", async () => {
    await post(petra.key, { name: "Once", q: "a" });
    for (const [body, attr] of [
      [{ name: "Once", q: "b" }, "name"],
      [{ name: "  ", q: "b" }, "name"],
      [{ name: "Bad", q: "nofield:x" }, "q"],
      [{ name: "Bad", q: 'source:r"("' }, "q"],
      [{ name: "Bad", q: "  " }, "q"],
    ] as const) {
      const answer = await post(petra.key, body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ attr }] });
    }
    expect((await post(karel.key, { name: "Once", q: "b" }, "/api/users/karel/searches/")).status).toBe(201);
    const { id } = (await (await post(petra.key, { name: "Twice", q: "a" })).json()) as { id: number };
    const clash = await send("PATCH", `${PATH}${id}/`, { key: petra.key, body: { name: "Once" } });
    expect(clash.status).toBe(400);
  });

  it("are nobody else's but for those who manage users", async () => {
    const { id } = (await (await post(petra.key, { name: "Private", q: "a" })).json()) as { id: number };
    expect((await send("GET", PATH, { key: karel.key })).status).toBe(403);
    expect((await send("DELETE", `${PATH}${id}/`, { key: karel.key })).status).toBe(403);
    expect((await send("DELETE", `/api/users/karel/searches/${id}/`, { key: karel.key })).status).toBe(404);
    expect((await send("GET", `${PATH}${id}/`, { key: root.key })).status).toBe(200);
    expect((await send("GET", PATH)).status).toBe(404);
  });

  it("are a hundred at most", async () => {
    for (let at = 0; at < 99; at++) await post(karel.key, { name: `n${at}`, q: "a" }, "/api/users/karel/searches/");
    const last = await post(karel.key, { name: "one more", q: "a" }, "/api/users/karel/searches/");
    expect(last.status).toBe(400);
    expect(JSON.stringify(await last.json())).toContain("No more than 100");
  });
});
