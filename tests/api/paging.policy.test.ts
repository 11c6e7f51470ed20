import { beforeAll, describe, expect, it } from "vitest";
import type { PageLimits } from "@/lib/api/endpoint";
import { envelope, listPage, readPage } from "@/lib/api/paging";
import { NotFound } from "@/lib/domain/errors";
import type { Window } from "@/lib/domain/window";
import { readEnvironment, setEnvironment } from "@/lib/platform/environment";

beforeAll(() =>
  setEnvironment(
    readEnvironment({ NODE_ENV: "test", DATABASE_URL: "postgres://nowhere/x", LOQUAT_BASE_URL: "http://loquat.test" }),
  ),
);

const limits: PageLimits = { max: 100, size: undefined };
const read = (query: string, given: PageLimits = limits) => readPage(new URLSearchParams(query), given);

describe("the page asked for", () => {
  it.each([
    ["", 1, 50],
    ["page=3", 3, 50],
    ["page=1&page_size=7", 1, 7],
    ["page_size=100", 1, 100],
    ["page_size=101", 1, 100],
    ["page_size=1", 1, 1],
    ["page_size=0", 1, 50],
    ["page_size=-4", 1, 50],
    ["page_size=4x", 1, 50],
    ["page_size=x4", 1, 50],
    ["page_size=4.5", 1, 50],
    ["page_size=1234567890", 1, 50],
    ["page_size=123456789", 1, 100],
    ["page=last", undefined, 50],
    ["page=999999999", 999_999_999, 50],
    ["page=001", 1, 50],
  ])("%s", (query, page, size) => {
    expect(read(query)).toEqual({ page, size });
  });

  it.each(["page=0", "page=", "page=-1", "page=x", "page=1x", "page=x1", "page=1.5", "page=1234567890", "page=Last"])(
    "%s is not there",
    (query) => {
      expect(() => read(query)).toThrow(NotFound);
      expect(() => read(query)).toThrow("This page does not exist.");
    },
  );

  it("has the size of its list where that has one", () => {
    expect(read("", { max: 1000, size: 200 }).size).toBe(200);
    expect(read("page_size=5", { max: 1000, size: 200 }).size).toBe(5);
    expect(read("", { max: 10, size: 200 }).size).toBe(10);
  });
});

describe("the window of a page", () => {
  const over = (count: number) => {
    const asked: Window[] = [];
    const list = async (window: Window) => {
      asked.push(window);
      const items = Array.from({ length: count }, (_, index) => index);
      return { count, items: items.slice(window.offset, window.offset + window.limit) };
    };
    return { asked, list };
  };

  it("ends with the last item, and beyond it there is no page", async () => {
    const { list } = over(20);
    expect(await listPage({ page: 2, size: 10 }, list)).toMatchObject({ page: 2, listed: { count: 20 } });
    await expect(listPage({ page: 3, size: 10 }, list)).rejects.toThrow(NotFound);
    await expect(listPage({ page: 4, size: 10 }, list)).rejects.toThrow("This page does not exist.");
    expect((await listPage({ page: 3, size: 10 }, over(21).list)).listed.items).toEqual([20]);
  });

  it("of an empty list is its first page", async () => {
    expect(await listPage({ page: 1, size: 10 }, over(0).list)).toEqual({ page: 1, listed: { count: 0, items: [] } });
    await expect(listPage({ page: 2, size: 10 }, over(0).list)).rejects.toThrow(NotFound);
  });

  it("starts behind the pages before it", async () => {
    const { list, asked } = over(100);
    await listPage({ page: 3, size: 10 }, list);
    expect(asked).toEqual([{ limit: 10, offset: 20 }]);
  });

  it.each([
    [0, 1, []],
    [9, 1, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    [10, 1, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [11, 2, [10]],
    [20, 2, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
    [21, 3, [20]],
  ])("the last page of %i items", async (count, page, items) => {
    const { list, asked } = over(count);
    expect(await listPage({ page: undefined, size: 10 }, list)).toEqual({ page, listed: { count, items } });
    expect(asked).toHaveLength(page === 1 ? 1 : 2);
  });
});

describe("the envelope", () => {
  const links = (url: string, page: number, count: number) => {
    const made = envelope(new Request(url), { page, size: 10 }, page, { count, items: ["x"] });
    return [made.previous, made.next];
  };
  const base = "http://elsewhere.test/api/units/";
  const ours = "http://loquat.test/api/units/";

  it("names its neighbours under our own address, parameters in order", () => {
    expect(links(base, 1, 10)).toEqual([null, null]);
    expect(links(base, 1, 11)).toEqual([null, `${ours}?page=2`]);
    expect(links(`${base}?page=2`, 2, 20)).toEqual([ours, null]);
    expect(links(`${base}?page=2&b=1`, 2, 21)).toEqual([`${ours}?b=1`, `${ours}?b=1&page=3`]);
    expect(links(`${base}?z=1&page=3&a=%C5%BE`, 3, 40)).toEqual([
      `${ours}?a=%C5%BE&page=2&z=1`,
      `${ours}?a=%C5%BE&page=4&z=1`,
    ]);
    expect(links("http://elsewhere.test/api/units", 1, 11)).toEqual([null, `${ours}?page=2`]);
  });

  it("takes the links and further members of a list that has its own", () => {
    const asked = { page: 1, size: 10 };
    const own = { next: "n", previous: null };
    expect(envelope(new Request(base), asked, 1, { count: 50, items: [1], links: own, more: { epoch: 4 } })).toEqual({
      count: 50,
      next: "n",
      previous: null,
      epoch: 4,
      results: [1],
    });
  });
});
