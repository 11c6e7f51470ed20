import { readFileSync, writeFileSync } from "node:fs";
import { withBlock } from "../support/marked-block";
import { pagesTable } from "./pages-table";

/** `npm run pages-table`: writes the table of pages into `app/README.md`. */

const README = "app/README.md";
writeFileSync(README, withBlock(readFileSync(README, "utf8"), "pages", pagesTable()));
console.log(`The pages in ${README} are up to date.`);
