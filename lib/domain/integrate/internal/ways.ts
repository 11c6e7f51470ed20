import { type Checkout, COMMITTER } from "../../working-copy/working-copy";

/**
 * How our branch comes to hold a commit of upstream: our commits are made again on top of it, or it is merged into our
 * branch, or our branch holds it already and stands.
 */
export type Way = "rebuild" | "merge" | "stand";

/** The way that a merge style asks for, where the branch lets us go it. */
export async function wayOf({ copy, driver }: Checkout, style: string, target: string): Promise<Way> {
  if (style === "rebase" || driver.rebuilds || !driver.hasRemote || !(await onlyOurs(copy, target))) return "rebuild";
  return (await copy.contains(await copy.head(), target)) ? "stand" : "merge";
}

/**
 * Whether our branch is a commit of upstream with commits of ours. It is not when upstream took something back after a
 * pull had brought it here, or when a pull was killed, before that was written down.
 */
export async function holdsOnlyOurs({ copy, driver }: Checkout, target: string): Promise<boolean> {
  const head = await copy.head();
  if (!driver.hasRemote || head === target) return true;
  return (await copy.contains(head, target)) && (await onlyOurs(copy, target));
}

async function onlyOurs(copy: Checkout["copy"], target: string): Promise<boolean> {
  const committers = await copy.committers([target], await copy.head());
  return committers.every((email) => email === COMMITTER.email);
}
