export function alone<Outcome>(
  folder: string,
  work: () => Promise<Outcome> | Outcome,
  waiting?: (pid: number) => void,
  leftOverMs?: number,
): Promise<Outcome>;
