import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Work in one checkout that two processes are not to do at once, such as installing and building. */

const TOUCH_MS = 1000;
const LOOK_MS = 200;
/** A lock that nobody touched for so long is left over, even where its process number has been given out anew. */
const LEFT_OVER_MS = 15_000;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function runs(pid) {
  // In a container each start has the numbers of the former one: a lock with one's own number is left over.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The process that holds a lock, and when it last touched it; nothing where there is no lock. */
function holder(lock) {
  try {
    return { pid: Number(readFileSync(lock, "utf8")), touched: statSync(lock).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Runs work while no other process does so in this folder; waits for one that does.
 * @param folder where the lock is kept
 * @param waiting is called once with the number of the process that is waited for
 * @param leftOverMs how long nobody touches a lock that is left over
 */
export async function alone(folder, work, waiting = () => {}, leftOverMs = LEFT_OVER_MS) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "prepare.lock");
  let seen = { touched: -1, since: 0 };
  let told = false;
  while (!take(lock)) {
    const held = holder(lock);
    if (!held) continue;
    if (held.touched !== seen.touched) seen = { touched: held.touched, since: performance.now() };
    // A lock is empty for the moment between its making and its writing.
    const dead = held.pid > 0 && !runs(held.pid);
    if (dead || performance.now() - seen.since > leftOverMs) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!told && held.pid > 0) {
      told = true;
      waiting(held.pid);
    }
    await pause(LOOK_MS);
  }
  const touching = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // Whoever removed it by hand lets others in.
    }
  }, TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    if (holder(lock)?.pid === process.pid) rmSync(lock, { force: true });
  }
}
