/** Rows of the bench: a figure, what it is, and the aim it is held against. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  /** Upper or lower bound, as the issue states it; undefined for a figure that is only told. */
  aim?: { most?: number; least?: number };
}

const HEAD = ["| What | Measured | Aim |", "|---|---|---|"];

const tableRow = (row: Row): string => `| ${row.name} | ${number(row.value)} ${row.unit} | ${aimText(row)} |`;

export class Report {
  readonly rows: Row[] = [];

  add(name: string, value: number, unit: string, aim?: Row["aim"]): void {
    this.rows.push({ name, value, unit, aim });
    console.log(line(this.rows.at(-1) as Row));
  }

  /** Markdown table, for `lib/cli/README.md`. */
  markdown(): string {
    return [...HEAD, ...this.rows.map(tableRow)].join("\n");
  }

  /** A written table with the figures of this run: rows of parts that were not run stay, new ones come last. */
  mergedInto(table: string): string {
    const fresh = new Map(this.rows.map((row) => [row.name, tableRow(row)]));
    const kept = table.split("\n").slice(HEAD.length);
    const rows = kept.map((line) => {
      const name = line.split(" | ")[0]?.replace(/^\| /, "") ?? "";
      const now = fresh.get(name);
      fresh.delete(name);
      return now ?? line;
    });
    return [...HEAD, ...rows, ...fresh.values()].join("\n");
  }

  missed(): Row[] {
    return this.rows.filter((row) => !isMet(row));
  }
}

function isMet({ value, aim }: Row): boolean {
  return (aim?.most === undefined || value <= aim.most) && (aim?.least === undefined || value >= aim.least);
}

function aimText({ aim, unit }: Row): string {
  if (aim?.most !== undefined) return `≤ ${number(aim.most)} ${unit}`;
  if (aim?.least !== undefined) return `≥ ${number(aim.least)} ${unit}`;
  return "";
}

function number(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function line(row: Row): string {
  const mark = row.aim === undefined ? " " : isMet(row) ? "✓" : "✗";
  return `${mark} ${row.name.padEnd(52)} ${`${number(row.value)} ${row.unit}`.padStart(20)}  ${aimText(row)}`;
}

/** Value below which the share `part` of the samples lies. */
export function quantile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Milliseconds that each of `count` runs took. */
export async function timed(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await work(index);
    samples.push(performance.now() - start);
  }
  return samples;
}
