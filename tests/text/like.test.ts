import { expect, it } from "vitest";
import { escapeLike, likePattern, typedPattern } from "@/lib/text/like";

it("a text stands for itself in a pattern, whatever is in it", () => {
  expect(escapeLike("50%_\\")).toBe("50\\%\\_\\\\");
  expect(likePattern(" a%")).toBe("% a\\%%");
});

it("words that are typed lose what the database cannot hold, blanks at their ends, and what is too much", () => {
  expect(typedPattern(" pear\0 tree ")).toBe("%pear tree%");
  expect(typedPattern("\0")).toBe("%%");
  expect(typedPattern("a".repeat(500))).toHaveLength(202);
});
