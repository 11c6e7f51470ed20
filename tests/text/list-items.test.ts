import { expect, it } from "vitest";
import { listPath, movedItems } from "@/lib/text/renames/list-items";

/** Items of lists are the same strings at other positions. */

const list = (...texts: string[]) => texts.map((text, at) => ({ id: JSON.stringify(["steps", at]), targets: [text] }));

/** Where the items of one list stand in another one; `-` where they have gone and others stand at their position. */
function places(before: readonly string[], after: readonly string[]): string {
  const moved = movedItems(list(...before), list(...after));
  return before
    .map((_, at) => {
      const id = JSON.stringify(["steps", at]);
      return moved.has(id) ? (listPath(moved.get(id) ?? "")?.[1] ?? "-") : at;
    })
    .join(" ");
}

const [open, close, home, knock] = ["Open the door", "Close the door behind you", "Go home now", "Knock twice"];

it("an item that was put in, taken out or moved takes the others along", () => {
  expect(places([open, close, home], [knock, open, close, home])).toBe("1 2 3");
  expect(places([open, close, home], [open, knock, close, home])).toBe("0 2 3");
  expect(places([open, close, home], [close, home])).toBe("- 0 1");
  expect(places([open, close, home], [home, open, close])).toBe("1 2 0");
  expect(places([open, close], [close, open])).toBe("1 0");
  expect(places([knock, open, close, home], [open, home])).toBe("- 0 2 1");
});

it("an item that was reworded as well is known by what stayed of it", () => {
  expect(places([open, close, home], [knock, "Open this door", "Close the door behind us", "Go home"])).toBe("1 2 3");
});

it("a list of as many items is the same list where nothing says that they moved", () => {
  expect(places([open, close, home], ["Otevřít", "Zavřít", "Domů"])).toBe("0 1 2");
  expect(places([open, close, home], [open, "Close", home])).toBe("0 1 2");
  expect(places(["Never", home], [`${home}!`, "Ever"])).toBe("0 1");
  expect(places(["Level 1", "Level 2"], ["Level 2a", "Level 3"])).toBe("0 1");
  expect(places(["", "", home], ["", "", "", home])).toBe("0 1 3");
});

it("items that say the same stay in their order", () => {
  expect(places([open, "Yes", close, "Yes"], ["Yes", open, "Yes", close, "Yes"])).toBe("1 2 3 4");
});

it("lists of lists and of maps move with what is in them", () => {
  const nested = (...items: [string, string[]][]) =>
    items.flatMap(([title, steps], at) => [
      { id: JSON.stringify(["levels", at, "title"]), targets: [title] },
      ...steps.map((step, place) => ({ id: JSON.stringify(["levels", at, "steps", place]), targets: [step] })),
    ]);
  const before = nested(["Doors", [open, close]], ["Home", [home]]);
  const after = nested(["Bells", [knock]], ["Doors", [knock, open, close]], ["Home", [home]]);
  expect(Object.fromEntries(movedItems(before, after))).toEqual({
    '["levels",0,"title"]': '["levels",1,"title"]',
    '["levels",0,"steps",0]': '["levels",1,"steps",1]',
    '["levels",0,"steps",1]': '["levels",1,"steps",2]',
    '["levels",1,"title"]': '["levels",2,"title"]',
    '["levels",1,"steps",0]': '["levels",2,"steps",0]',
  });
});

it("ids without positions are no items, and long lists take no time", () => {
  for (const id of ['["a"]', "a[0]", '["[0]"]', '{"0":1}', '["a",0']) expect(listPath(id), id).toBeUndefined();
  const keys = [{ id: '["a"]', targets: ["x"] }];
  expect(movedItems(keys, [{ id: '["b"]', targets: ["x"] }]).size).toBe(0);
  const long = Array.from({ length: 20_000 }, (_, at) => `Text ${at}`);
  const start = performance.now();
  expect(movedItems(list(...long), list("New", ...long)).size).toBe(20_000);
  movedItems(list(...long), list(...long.map((text) => `${text}!`), "New"));
  expect(performance.now() - start).toBeLessThan(5000);
});
