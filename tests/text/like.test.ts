import { expect, it } from "vitest";
import { escapeLike } from "@/lib/text/like";

it("lets a text stand for itself in a pattern", () => {
  expect(escapeLike("100%_a\\b")).toBe("100\\%\\_a\\\\b");
  expect(escapeLike("plain [text] *")).toBe("plain [text] *");
});
