import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { OrderedBy } from "@/lib/domain/counters/work-order";
import { pageOfLanguages } from "@/lib/domain/statistics/languages-in-use";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";
import { listTranslations } from "@/lib/domain/translations/translations";
import { connect } from "../support/loop";
import { makePerson } from "../support/people";

/** Lists of languages come in pages, each language on one of them. */

let admin: Actor;
let component: ComponentRow;

const CODES = ["en", "de", "cs", "fr", "it", "pl", "sv"];
const BY_NAME = ["cs", "en", "fr", "de", "it", "pl", "sv"];

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const strings = (code: string) => ["a", "b", "c"].slice(0, { en: 3, fr: 3, de: 2 }[code] ?? 1);
  const file = (code: string) => JSON.stringify(Object.fromEntries(strings(code).map((key) => [key, key])));
  ({ component } = await connect(admin, Object.fromEntries(CODES.map((code) => [`l/${code}.json`, file(code)])), {
    filemask: "l/*.json",
    template: "l/en.json",
    fileFormat: "json",
  }));
});

/** Codes on the pages of three. */
async function pages(read: (window: { limit: number; offset: number }) => Promise<{ codes: string[]; count: number }>) {
  const told: string[][] = [];
  for (let offset = 0; offset === 0 || told.at(-1)?.length === 3; offset += 3) {
    const { codes, count } = await read({ limit: 3, offset });
    expect(count).toBe(CODES.length);
    told.push(codes);
  }
  return told;
}

const inThrees = (codes: readonly string[]) => [codes.slice(0, 3), codes.slice(3, 6), codes.slice(6)];

describe("a page of languages", () => {
  it("of the installation has those in use by name, one's own before all others", async () => {
    const read = (first: string[]) => async (window: { limit: number; offset: number }) => {
      const { rows, count } = await pageOfLanguages(false, first, window);
      return { codes: rows.map((row) => row.code), count };
    };
    expect(await pages(read([]))).toEqual(inThrees(BY_NAME));
    expect(await pages(read(["sv", "it"]))).toEqual(inThrees(["it", "sv", "cs", "en", "fr", "de", "pl"]));
  });

  it("of all that are known has also those that nobody uses", async () => {
    const { rows, count } = await pageOfLanguages(true, [], { limit: 5, offset: 0 });
    expect(rows).toHaveLength(5);
    expect(count).toBeGreaterThan(500);
    expect(rows.some((row) => row.counters === null)).toBe(true);
  });

  it("of a project has one's own before all others", async () => {
    const told = await pages(async (window) => {
      const { rows, count } = await readProjectLanguages(admin, component.projectId, window, ["sv"]);
      return { codes: rows.map((row) => row.code), count };
    });
    expect(told).toEqual(inThrees(["sv", "cs", "en", "fr", "de", "it", "pl"]));
  });

  it("of a component has the source language last", async () => {
    const told = await pages(async (window) => {
      const { rows, count } = await listTranslations(admin, { component }, window, { order: "name", down: false });
      return { codes: rows.map((row) => row.language.code), count };
    });
    expect(told).toEqual(inThrees(["cs", "fr", "de", "it", "pl", "sv", "en"]));
  });

  it("is ordered by what there is to do in each, then by name, both ways", async () => {
    const read = (order: OrderedBy) => async (window: { limit: number; offset: number }) => {
      const { rows, count } = await readProjectLanguages(admin, component.projectId, window, [], order);
      return { codes: rows.map((row) => row.code), count };
    };
    const most = ["cs", "it", "pl", "sv", "de", "en", "fr"];
    expect(await pages(read({ order: "todo", down: true }))).toEqual(inThrees(most));
    const least = ["en", "fr", "de", "cs", "it", "pl", "sv"];
    expect(await pages(read({ order: "todo", down: false }))).toEqual(inThrees(least));
    const ofAll = await pageOfLanguages(false, [], { limit: 9, offset: 0 }, { order: "todo", down: true });
    expect(ofAll.rows.map((row) => row.code)).toEqual(most);
    const ofComponent = await pages(async (window) => {
      const { rows, count } = await listTranslations(admin, { component }, window, { order: "todo", down: false });
      return { codes: rows.map((row) => row.language.code), count };
    });
    expect(ofComponent).toEqual(inThrees(["fr", "de", "cs", "it", "pl", "sv", "en"]));
  });
});
