/**
 * Goes on when whoever read our output has gone (a closed terminal, a pipe that ended). Without this, the error of
 * each write would be reported by a write that fails again, without end.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
