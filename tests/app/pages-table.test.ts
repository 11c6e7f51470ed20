import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { blockOf } from "../support/marked-block";
import { pagesTable } from "./pages-table";

it("the table of pages says what the pages say of themselves", () => {
  expect(blockOf(readFileSync("app/README.md", "utf8"), "pages"), "Write it anew by `npm run pages-table`.").toBe(
    pagesTable(),
  );
});
