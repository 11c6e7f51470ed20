import { expect, it } from "vitest";
import { escapeLike, likePattern, typedPattern } from "@/lib/text/like";

it("lets a text stand for itself in a pattern", () => {
  expect(escapeLike("100%_a\\b")).toBe("100\\%\\_a\\\\b");
  expect(escapeLike("plain [text] *")).toBe("plain [text] *");
});

it("finds a text anywhere in another one", () => {
  expect(likePattern(" a%")).toBe("% a\\%%");
});

it("takes from typed words what the database cannot hold, blanks at their ends, and what is too much", () => {
  expect(typedPattern(" pear\0 tree ")).toBe("%pear tree%");
  expect(typedPattern("\0")).toBe("%%");
  expect(typedPattern("a".repeat(500))).toHaveLength(202);
});
