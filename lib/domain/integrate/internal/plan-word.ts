import { refusal } from "@/lib/text/messages/refusal";
import { Invalid } from "../../errors";
import type { RepositoryOperation } from "../operation-task";
import { type PlanVersion, readVersion } from "./plan-version";

/** The word that stands for a plan: the operation, and for each repository what the plan was made from. */

export const writePlanWord = (
  operation: RepositoryOperation | "reformat",
  versions: ReadonlyMap<number, string>,
): string =>
  [operation, ...[...versions].sort(([a], [b]) => a - b).map(([id, version]) => `${id}.${version}`)].join("~");

/** Versions by repository. @throws Invalid for a word that is no plan, or one of another operation */
export function readPlanWord(operation: RepositoryOperation, word: string): Map<number, string> {
  const [of, ...parts] = word.split("~");
  const versions = new Map<number, string>();
  for (const part of parts) {
    const at = part.indexOf(".");
    const [id, version] = [part.slice(0, at), part.slice(at + 1)];
    if (!/^[1-9]\d{0,9}$/.test(id) || !readVersion(version)) throw notOne();
    versions.set(Number(id), version);
  }
  if (versions.size === 0) throw notOne();
  if (of !== operation)
    throw Invalid.field("plan", refusal("planAnotherOperation", { of: of ?? "", operation }), "invalid");
  return versions;
}

const notOne = (): Invalid => Invalid.field("plan", refusal("notPlanAsk"), "invalid");

/** A version that a task was given. */
export function plannedVersion(version: string): PlanVersion {
  const read = readVersion(version);
  if (!read) throw notOne();
  return read;
}
