import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Report } from "./bench/report";
import { settingsTable } from "./cli/settings-table";
import { blockOf } from "./support/marked-block";

/** What comments and papers refer to is in the repository. */

const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

function filesOf(...patterns: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return listed
    .trim()
    .split("\n")
    .filter((path) => existsSync(join(ROOT, path)));
}

/** Numbers that stand in the same list as the first one: "3.8, 3.15 and 4.20", "3.7.3 to 3.7.5", "section 5". */
const CITATION =
  /\b(?:the contract,?(?:\s+\*)? (?:section )?|sections? )(\d+(?:\.\d+)*(?:(?:,| and| to|, and) \d+(?:\.\d+)*)*)(?= of the contract|\b)/g;

describe("comments that cite the contract", () => {
  const sections = new Set([...read("lib/api/contract.md").matchAll(/^#+ (\d+(?:\.\d+)*)/gm)].map((match) => match[1]));
  const cited = filesOf(
    "lib/**/*.ts",
    "app/**/*.ts",
    "app/**/*.tsx",
    "inngest/*.ts",
    "tests/**/*.ts",
    "prisma/schema.prisma",
  )
    .filter((path) => path !== "tests/citations.test.ts")
    .flatMap((path) =>
      [...read(path).matchAll(CITATION)].flatMap((match) =>
        /contract/.test(read(path).slice(match.index, match.index + match[0].length + 20))
          ? [...(match[1] as string).matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => ({ path, number }))
          : [],
      ),
    );

  it("are found", () => {
    expect(sections.size).toBeGreaterThan(80);
    expect(cited.length).toBeGreaterThan(100);
  });

  it("name sections that it has", () => {
    expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
  });
});

/** The anchor that a code host makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

describe("links in papers", () => {
  const papers = filesOf("*.md", "**/*.md").filter((path) => !path.startsWith("tests/fixtures/"));
  const links = papers.flatMap((paper) => {
    const text = read(paper).replace(/```[\s\S]*?```/g, "");
    return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map((match) => (match[1] ?? match[2]) as string)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => ({ paper, target }));
  });

  it("are found in every floor's README", () => {
    for (const paper of ["README.md", "lib/README.md", "lib/api/README.md", "lib/cli/README.md", "tests/README.md"])
      expect(papers).toContain(paper);
    expect(links.length).toBeGreaterThan(20);
  });

  it("lead to files, and to headings that they have", () => {
    const broken = links.filter(({ paper, target }) => {
      const [path, anchor] = target.split("#");
      const file = path === "" ? paper : relative(ROOT, join(ROOT, dirname(paper), path as string));
      if (!existsSync(join(ROOT, file))) return true;
      if (anchor === undefined || statSync(join(ROOT, file)).isDirectory()) return false;
      return ![...read(file).matchAll(/^#+ (.*)$/gm)].some((match) => anchorOf(match[1] as string) === anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe("files that papers name", () => {
  const papers = [
    "lib/README.md",
    "lib/domain/README.md",
    "lib/api/README.md",
    "lib/platform/README.md",
    "lib/text/formats/README.md",
  ];

  it("are there", () => {
    const named = papers.flatMap((paper) =>
      [...read(paper).matchAll(/`((?:lib|app|inngest|tests|prisma)\/[\w./-]+)`/g)].map((match) => ({
        paper,
        path: match[1] as string,
      })),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe("the table of settings", () => {
  it("is the one that the schema of the environment makes", () => {
    expect(blockOf(read("lib/cli/README.md"), "settings"), "npm run settings-table writes it").toBe(settingsTable());
  });
});

describe("the table of figures", () => {
  it("has the form that the bench writes", () => {
    const table = blockOf(read("lib/cli/README.md"), "figures");
    expect(table.split("\n").length).toBeGreaterThan(50);
    expect(new Report().mergedInto(table)).toBe(table);
    for (const row of table.split("\n").slice(2))
      expect(row).toMatch(/^\| \S.* \| [\d,]+(\.\d+)? \S* \| ([≤≥] [\d,]+(\.\d+)? \S+)? \|$/);
  });

  it("gets the rows of a run, and keeps those of parts that were not run", () => {
    const report = new Report();
    vi.spyOn(console, "log").mockReturnValue();
    report.add("Second", 20.04, "ms", { most: 30 });
    report.add("Third", 3, "s");
    const head = "| What | Measured | Aim |\n|---|---|---|";
    expect(report.mergedInto(`${head}\n| First | 1.00 s |  |\n| Second | 9.00 ms | ≤ 30.0 ms |`)).toBe(
      `${head}\n| First | 1.00 s |  |\n| Second | 20.0 ms | ≤ 30.0 ms |\n| Third | 3.00 s |  |`,
    );
  });
});

describe("the list of mutants", () => {
  it("names files that are there", () => {
    const named = [...read("stryker.config.mjs").matchAll(/"((?:lib|app)\/[^"]+\.ts)"/g)].flatMap(([, path]) => {
      const [whole, names] = /\{([^}]+)\}/.exec(path as string) ?? [];
      return whole
        ? (names as string).split(",").map((name) => (path as string).replace(whole, name))
        : [path as string];
    });
    const measured = [...read("tests/mutants.md").matchAll(/^\| (lib\/\S+\.ts) \|/gm)].map(
      ([, path]) => path as string,
    );
    expect(named.length).toBeGreaterThan(20);
    expect([...named, ...measured].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
