import type { Refusal } from "@/lib/text/messages/refusal";
import type { Person, RemoteAccess } from "../vcs";

/**
 * What another version control system has to tell and to take. Loquat's core works on git: `driver.ts` makes git commits
 * of revisions, and gives our commits back as revisions.
 */

/** One revision of the branch. */
export interface Revision {
  /** Names it for ever, on every machine. */
  id: string;
  /** The first one is what its changes are told against. */
  parents: readonly string[];
  author: Person;
  /** Seconds since 1970, and the offset as git has it. */
  date: { seconds: number; offset: string };
  message: string;
}

/** Which files a revision changed. Those that are there lie in the folder that was asked for. */
export interface RevisionFiles {
  /** Whether the folder has all files of the revision. */
  whole: boolean;
  changed: readonly string[];
  removed: readonly string[];
}

/** One of our commits, for another system. */
export interface OwnCommit {
  author: Person;
  seconds: number;
  message: string;
  files: readonly { path: string; content: Uint8Array | null; isNew: boolean }[];
  /** Writes the commit as a patch in git's format to a file. */
  writePatch(file: string): Promise<void>;
}

/** A branch at its server, for the time of one call. */
export interface ForeignRemote {
  /** Its newest revision. */
  tip(): Promise<string>;
  /**
   * Revisions from the anchor to the tip that are not known yet, parents first; undefined when the tip does not come from
   * the anchor.
   */
  revisions(anchor: string, known: ReadonlySet<string>, tip: string): Promise<Revision[] | undefined>;
  /** Puts files of a revision into a new folder: those that differ from `since`, or all. */
  files(revision: string, since: string | undefined, folder: string): Promise<RevisionFiles>;
  /** Puts our commits on top of a revision, in their order. @throws VcsError rejected when the branch has moved */
  push(onto: string, commits: readonly OwnCommit[]): Promise<void>;
  close(): Promise<void>;
}

/** Another version control system. */
export interface ForeignSystem {
  /** Value of `vcs`. */
  id: string;
  name: string;
  needsPushUrl: boolean;
  /** A sentence what to install when its program is missing; undefined when it is there. */
  missing(): Promise<Refusal | undefined>;
  /** The branch, by its whole name. @throws VcsError */
  probe(url: string, branch: string, access: RemoteAccess | undefined): Promise<string>;
  /** @param cache folder of ours for what need not be fetched again @throws VcsError */
  open(place: { url: string; branch: string } & RemoteAccess, cache: string): Promise<ForeignRemote>;
}
