import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "./server";
import { ADMIN, STAGE_FILE, type Stage } from "./stage";

/** Runs a command of `npm run admin` beside the server; gives what it prints. */
function administer(data: string, words: string[], input = ""): string {
  const done = spawnSync(process.execPath, [join(process.cwd(), "lib/cli/admin.mjs"), ...words], {
    env: { ...process.env, NODE_ENV: "production", LOQUAT_DATA: data, DATABASE_URL: "" },
    input,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`${words[0]}: ${done.stderr}${done.stdout}`);
  return done.stdout.trim();
}

/** Starts the server that the tests share, with an administrator who has a token; gives what stops it. */
export default async function start(): Promise<() => Promise<void>> {
  const server = await startServer();
  const { username, name, email, password } = ADMIN;
  const person = ["--username", username, "--full-name", name, "--email", email];
  administer(server.data, ["create-admin", ...person, "--password-stdin"], password);
  const token = administer(server.data, ["create-token", "--username", username, "--name", "tests"]);
  const stage: Stage = { base: server.base, data: server.data, token };
  writeFileSync(STAGE_FILE, JSON.stringify(stage));
  return async () => {
    await server.stop();
    rmSync(STAGE_FILE, { force: true });
  };
}
