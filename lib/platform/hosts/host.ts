import type { Refusal } from "@/lib/text/messages/refusal";
import { carry, type Sentence, worded } from "@/lib/text/messages/worded";

/** What Loquat asks of a code host. A host builds requests and reads answers; `ask.ts` sends them. */

/** An account of ours at a host. */
export interface HostAccount {
  /** Address of the API, without a slash at the end. */
  api: string;
  username: string;
  token: string;
  /** True for an app, which has no repositories of its own. */
  isApp?: boolean;
  /** Called when the host does not take the token. */
  refused?(): void;
}

/** One request to an API. */
export interface HostCall {
  method?: "GET" | "POST" | "PUT" | "PATCH";
  /** Behind the address of the API, with its query. */
  path: string;
  json?: unknown;
  form?: Record<string, string>;
  /** Statuses of 400 and above that are answers, not failures. */
  expected?: readonly number[];
}

export interface HostAnswer {
  status: number;
  /** Undefined for an empty body. */
  json: unknown;
}

/** Sends requests to the API of an account. */
export interface Ask {
  /** @throws HostError */
  (call: HostCall): Promise<HostAnswer>;
  /** Address of the API. */
  readonly api: string;
}

/** Why a host did not do its part. */
export type HostProblem = "credentials" | "rights" | "not-found" | "rate-limit" | "refused" | "unreachable" | "broken";

/** The host did not do its part. The message is a sentence for a person and holds no secrets. */
export class HostError extends Error {
  override readonly name = "HostError";
  /** What it says, for readers of other languages. */
  declare readonly said?: Refusal;
  constructor(
    readonly problem: HostProblem,
    sentence: Sentence,
    /** What the host said itself. */
    readonly words = "",
    /** Seconds to wait, where the host said so. */
    readonly retryAfter?: number,
  ) {
    const { message, said } = worded(sentence);
    super(message);
    carry(this, said);
  }
}

/** A fork of ours. */
export interface Fork {
  /** As the host's API names it. */
  path: string;
  /** Where git pushes to over HTTP, without an account. */
  http: string;
  /** The same over SSH; "" where there is none. */
  ssh: string;
}

/** Which branch is to go where. */
export interface RequestPlace {
  /** Repository and branch that take the commits. */
  target: string;
  targetBranch: string;
  /** Repository and branch that have them. */
  source: string;
  sourceBranch: string;
}

export interface HostRequest {
  /** As its host names it. */
  number: string;
  /** Page for people. */
  url: string;
  state: "open" | "merged" | "closed";
  /** Whether the host says that it cannot be merged because of conflicts. */
  conflict: boolean;
}

export interface RequestMessage {
  title: string;
  text: string;
}

/** A change as it stands at a host where commits are reviewed one by one. */
export interface ReviewedChange extends HostRequest {
  /** Where git finds the newest patch set; "" when it is not said. */
  ref: string;
  /** Message of its commit. */
  message: string;
  /** Who has brought it there. */
  uploader: number;
  /** Whether it changed files in another way than the patch set before it. */
  rework: boolean;
}

/** How commits are reviewed where they need no branch for it. */
export interface Review {
  /** What is pushed to, for commits that are to go into a branch. */
  pushRef(branch: string): string;
  /** The change of a commit with the Change-Id that stands for the branch of the source. */
  find(ask: Ask, place: RequestPlace): Promise<ReviewedChange | undefined>;
  /** The account, and as whom it may commit. */
  me(ask: Ask): Promise<{ id: number; person: { name: string; email: string } | undefined }>;
}

export interface CodeHost {
  /** Value of `vcs`. */
  id: string;
  name: string;
  /** What the host calls a request. */
  noun: "pull request" | "merge request" | "change";
  /** Address of the API of a host. */
  apiOf(host: string): string;
  /** What signs a request. */
  headers(account: HostAccount): Record<string, string>;
  /**
   * The private key of an app, where the token is one; undefined otherwise.
   * @throws Error when it cannot be used
   */
  appKey?(token: string): string | undefined;
  /** The account as it signs in for one repository. @throws HostError */
  signIn?(account: HostAccount, target: string): Promise<HostAccount>;
  /** User name for git over HTTP, where it is another one than for the API. */
  gitUser?(account: HostAccount): string;
  /** Name of a repository in the API by the path of its address; undefined when it is not one. */
  repositoryOf(path: string, account: Pick<HostAccount, "api">): string | undefined;
  /**
   * The fork of a repository that the account has, made when there is none.
   * @param known path of the fork as it was last
   */
  fork(ask: Ask, account: HostAccount, target: string, known?: string): Promise<Fork>;
  /** The open request from a branch into another. */
  findOpen(ask: Ask, place: RequestPlace): Promise<HostRequest | undefined>;
  /** @throws HostError not-found */
  read(ask: Ask, place: RequestPlace, number: string): Promise<HostRequest>;
  open(ask: Ask, place: RequestPlace, message: RequestMessage): Promise<HostRequest>;
  update(ask: Ask, place: RequestPlace, number: string, message: RequestMessage): Promise<void>;
  /**
   * Lets the host merge an open request as soon as its rules allow, which may be at once; nothing happens where that is
   * arranged already. Undefined where the host cannot.
   * @throws HostError
   */
  mergeWhenReady?(ask: Ask, place: RequestPlace, number: string): Promise<void>;
  /** Why the host cannot: a sentence for a person. */
  neverMerges?: Refusal;
  /** Where commits themselves are pushed for review; the push address alone counts there. */
  review?: Review;
}
