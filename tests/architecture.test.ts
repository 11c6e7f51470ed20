import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** The rule of the house: imports point down, packages enter by one door, nothing runs in a circle. */

const ROOT = resolve(import.meta.dirname, "..");

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("lib/generated/"));
}

const files = ["lib", "app", "inngest"].flatMap(filesUnder);
const known = new Set(files);

interface Import {
  from: string;
  /** File of ours, or the name of a package. */
  to: string;
  package: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^"';]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|(?:^|\n)\s*import\s*["']([^"']+)["']/g,
    ),
  ];
  return found.flatMap((match): Import[] => {
    const name = (match[1] ?? match[2] ?? match[3]) as string;
    const target = name.startsWith("@/")
      ? name.slice(2)
      : name.startsWith(".")
        ? relative(ROOT, resolve(ROOT, dirname(file), name)).replaceAll("\\", "/")
        : undefined;
    if (target === undefined) return [{ from: file, to: name, package: true }];
    const path =
      [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((candidate) => known.has(candidate)) ??
      target;
    return [{ from: file, to: path, package: false }];
  });
}

const imports = files.flatMap(importsOf);

type Floor = "text" | "platform" | "urls" | "domain" | "api" | "cli" | "inngest" | "app";

function floorOf(path: string): Floor | undefined {
  if (path === "lib/urls.ts" || path.startsWith("lib/urls/")) return "urls";
  const match = /^lib\/(text|platform|domain|api|cli)\//.exec(path);
  if (match) return match[1] as Floor;
  if (path.startsWith("inngest/")) return "inngest";
  if (path.startsWith("app/")) return "app";
  return undefined;
}

const ALLOWED: Record<Floor, readonly Floor[]> = {
  text: ["text"],
  platform: ["platform", "text"],
  urls: ["urls", "platform"],
  domain: ["domain", "platform", "text", "urls"],
  api: ["api", "domain", "platform", "text", "urls"],
  inngest: ["inngest", "domain", "platform", "text"],
  cli: ["cli", "api", "domain", "platform", "text", "urls", "inngest"],
  app: ["app", "api", "domain", "platform", "text", "urls"],
};

/** The rows of the domain; a module imports from its own row and earlier ones, and never from one that imports it. */
const ROWS: readonly (readonly string[])[] = [
  ["access", "settings", "languages", "counters", "changes", "teams", "users", "tasks", "mail"],
  [
    "projects",
    "categories",
    "components",
    "componentlists",
    "invitations",
    "scim",
    "translations",
    "labels",
    "fonts",
    "screenshots",
    "ssh",
    "http-accounts",
    "backups",
  ],
  [
    "glossary",
    "quality",
    "units",
    "diagnostics",
    "discussion",
    "source-edits",
    "clashes",
    "search",
    "editor",
    "statistics",
    "memory",
    "machinery",
  ],
  ["bulk", "addons", "files", "sync", "working-copy", "requests", "integrate", "creation", "uploads", "addon-runs"],
  ["hooks", "exports", "undo", "lost", "notices", "demo"],
];

const rowOf = (path: string) => {
  const module = /^lib\/domain\/([^/]+)\//.exec(path)?.[1];
  return module === undefined ? undefined : { module, row: ROWS.findIndex((row) => row.includes(module)) };
};

describe("the rows of the domain", () => {
  it("know every module", () => {
    const strangers = files.flatMap((file) => (rowOf(file)?.row === -1 ? [file] : []));
    expect(strangers).toEqual([]);
  });

  it("import from earlier rows only", () => {
    const wrong = imports.filter((line) => {
      const from = rowOf(line.from);
      const to = rowOf(line.to);
      return from && to && to.row > from.row;
    });
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });
});

/** The module that a file of the domain, or a test that mirrors it, belongs to. */
const moduleOf = (path: string) => /^(?:lib|tests)\/domain\/([^/]+)\//.exec(path)?.[1];
const isInternal = (path: string) => /^lib\/domain\/[^/]+\/internal\//.test(path);

describe("the modules of the domain", () => {
  it("keep what is in `internal` to themselves and their tests", () => {
    const wrong = [...imports, ...filesUnder("tests").flatMap(importsOf)].filter(
      (line) => isInternal(line.to) && moduleOf(line.from) !== moduleOf(line.to),
    );
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });

  it("show only what another module or floor imports", () => {
    const shown = new Set(imports.flatMap(({ from, to }) => (moduleOf(from) === moduleOf(to) ? [] : [to])));
    const modules = files.filter((file) => moduleOf(file) !== undefined);
    expect(modules.filter(isInternal).length).toBeGreaterThan(50);
    const unneeded = modules.filter((file) => !isInternal(file) && !shown.has(file));
    expect(unneeded, "Move what only its own module imports into the module's folder `internal`.").toEqual([]);
  });

  it("import each other one way", () => {
    const pairs = new Set(
      imports.flatMap((line) => {
        const [from, to] = [rowOf(line.from)?.module, rowOf(line.to)?.module];
        return from && to && from !== to ? [`${from} → ${to}`] : [];
      }),
    );
    expect(pairs.size).toBeGreaterThan(50);
    expect([...pairs].filter((pair) => pairs.has(pair.split(" → ").reverse().join(" → ")))).toEqual([]);
  });
});

describe("the four floors", () => {
  it("are read from a real tree", () => {
    expect(imports.length).toBeGreaterThan(500);
  });

  it("are only imported downwards", () => {
    const wrong = imports.filter((line) => {
      if (line.package || line.to.startsWith("lib/generated/") || !line.to.includes("/")) return false;
      const from = floorOf(line.from);
      const to = floorOf(line.to);
      if (!from || !to) return false;
      if (line.from === "app/api/inngest/route.ts" && to === "inngest") return false;
      return !ALLOWED[from].includes(to);
    });
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });

  it("keep the pages away from database and git", () => {
    const wrong = imports.filter(
      (line) => line.from.startsWith("app/") && !line.package && /^lib\/platform\/(database|vcs\/)/.test(line.to),
    );
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });

  it("have no cycles", () => {
    const graph = new Map<string, string[]>();
    for (const line of imports)
      if (!line.package && known.has(line.to)) graph.set(line.from, [...(graph.get(line.from) ?? []), line.to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, trail: string[]) => {
      const at = trail.indexOf(file);
      if (at >= 0) {
        cycles.push([...trail.slice(at), file].join(" → "));
        return;
      }
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) walk(file, []);
    expect(cycles).toEqual([]);
  });
});

/** Package → the files or folders through which it may enter. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  "@prisma/client": ["lib/platform/routed-pool.ts"],
  "@prisma/adapter-pg": ["lib/platform/routed-pool.ts", "lib/cli/schema-diff.ts"],
  pg: ["lib/platform/", "lib/cli/"],
  "simple-git": ["lib/platform/vcs/git-calls.ts"],
  inngest: ["lib/platform/queue.ts", "lib/platform/engine/"],
  "next-auth": ["lib/platform/sign-in.ts", "lib/platform/sign-in-providers.ts"],
  "@node-saml/node-saml": ["lib/platform/saml.ts"],
  "@upstash/ratelimit": ["lib/platform/throttle-store.ts"],
  pino: ["lib/platform/log.ts"],
  "fastest-levenshtein": ["lib/text/similarity.ts"],
  "snowball-stemmers": ["lib/text/terms/stem.ts"],
  ioredis: ["lib/platform/throttle-redis.ts"],
  jszip: ["lib/platform/archive.ts"],
  yazl: ["lib/platform/backup-file.ts"],
  yauzl: ["lib/platform/backup-file.ts"],
  "pg-copy-streams": ["lib/platform/table-copy.ts"],
  nodemailer: ["lib/platform/mail.ts"],
  "ipaddr.js": ["lib/platform/outside/networks.ts"],
  feed: ["lib/domain/exports/feed.ts"],
  "@resvg/resvg-js": ["lib/platform/drawing/png.ts"],
  harfbuzzjs: ["lib/platform/drawing/faces.ts"],
  "woff2-encoder": ["lib/platform/drawing/faces.ts"],
  "bidi-js": ["lib/text/pictures/runs.ts"],
};

describe("the rooms of the formats", () => {
  /** Every folder but the kernel is entered by the file that bears its name. */
  const roomOf = (path: string) => /^lib\/text\/formats\/([^/]+)\/(.+)\.ts$/.exec(path)?.slice(1);

  it("hold all files but those that list the formats", () => {
    const loose = files.filter((file) => /^lib\/text\/formats\/[^/]+$/.test(file));
    expect(loose).toEqual([
      "lib/text/formats/catalogue.ts",
      "lib/text/formats/guess.ts",
      "lib/text/formats/registry.ts",
    ]);
  });

  it("are entered by the file that bears their name", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [room, file] = roomOf(to) ?? [];
      return room !== undefined && room !== "kernel" && file !== room && roomOf(from)?.[0] !== room;
    });
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });

  it("build on the kernel, which knows none of them", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        roomOf(from)?.[0] === "kernel" && to.startsWith("lib/text/formats/") && roomOf(to)?.[0] !== "kernel",
    );
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });
});

describe("packages", () => {
  it.each(Object.entries(DOORS))("%s enters by its door", (name, doors) => {
    const wrong = imports.filter(
      (line) =>
        line.package &&
        (line.to === name || line.to.startsWith(`${name}/`)) &&
        !doors.some((door) => line.from.startsWith(door)),
    );
    expect(wrong.map((line) => line.from)).toEqual([]);
  });

  it("lib/text has no side effects", () => {
    const tools = new Set([
      "lib/text/fonts/generate.ts",
      "lib/text/languages/generate.ts",
      "lib/text/languages/names.ts",
      "lib/text/hash.ts",
      "lib/text/formats/kernel/zip.ts",
    ]);
    const wrong = imports.filter(
      (line) =>
        line.package && line.from.startsWith("lib/text/") && line.to.startsWith("node:") && !tools.has(line.from),
    );
    expect(wrong.map((line) => `${line.from} → ${line.to}`)).toEqual([]);
  });

  it("errors of the domain name members, never names of the API", () => {
    const wrong = files
      .filter((file) => file.startsWith("lib/domain/") && !file.startsWith("lib/domain/addons/"))
      .flatMap((file) =>
        [
          ...readFileSync(join(ROOT, file), "utf8").matchAll(
            /(?:Invalid\.field\(\s*|path: |problems\.add\(|\bbad\()["`]([a-z]+_[a-z_]+)/g,
          ),
        ].map((match) => `${file}: ${match[1]}`),
      );
    expect(wrong, "lib/api/wire-names.ts gives fields the names that they have outside.").toEqual([]);
  });

  it("the environment is read in one place", () => {
    const allowed = ["lib/platform/environment.ts", "lib/cli/"];
    const wrong = files.filter(
      (file) =>
        !allowed.some((door) => file.startsWith(door)) && /process\.env\b/.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });
});

describe("addresses", () => {
  it("are put together in lib/urls.ts alone", () => {
    const wrong = files
      .filter((file) => file.startsWith("app/"))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), "utf8").matchAll(/`\/[^`]*\$\{.*|["']\/[^"'\s]*["'] \+.*/g)].map(
          ([made]) => `${file}: ${made}`,
        ),
      );
    expect(wrong, "Give it an entry in lib/urls.ts, and link to path(urls.…).").toEqual([]);
  });
});

describe("what the server says", () => {
  it("goes through the log; only commands talk to the terminal", () => {
    const wrong = files.filter(
      (file) =>
        !file.startsWith("lib/cli/") &&
        /\bconsole\.|\bprocess\.std(?:out|err)\.write/.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(wrong).toEqual(["lib/platform/log.ts"]);
  });
});

describe("statements", () => {
  const readers = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

  it("get the types of their rows from the schema: nobody claims one", () => {
    const claims = readers.flatMap(({ file, text }) =>
      [...text.matchAll(/\.(?:rows|one|content)<.*/g)].map(([claim]) => `${file}: ${claim}`),
    );
    expect(claims, "Select with pick or named of lib/platform/columns.ts.").toEqual([]);
  });

  it("name tables as values, so that a rename in the schema is seen", () => {
    const schema = readFileSync(join(ROOT, "prisma/schema.prisma"), "utf8");
    const tables = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, name]) => name);
    expect(tables.length).toBeGreaterThan(50);
    const named = new RegExp(`\\b(?:from|join|into|update|using|table) (?:${tables.join("|")})\\b.*`, "g");
    // A backup is read by other programs, too.
    const wrong = readers
      .filter(({ file, text }) => text.includes("sql`") && file !== "lib/cli/backup.ts")
      .flatMap(({ file, text }) => {
        const code = text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "").replaceAll(/"[^"\n]*"|\/\/ .*$/gm, "");
        return [...code.matchAll(named)].map(([use]) => `${file}: ${use}`);
      });
    expect(wrong, "Write the tables of lib/generated/tables.ts.").toEqual([]);
  });
});
