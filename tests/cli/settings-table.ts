import { settings } from "@/lib/platform/environment";

/** The table of settings in `lib/cli/README.md`, from the schema of the environment. */
export function settingsTable(): string {
  const rows = settings().map(({ name, without, description }) => `| \`${name}\` | ${without} | ${description} |`);
  return ["| Variable | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}
