import { accountProblem } from "@/lib/text/addresses";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { carry, type Sentence, sentenceOf, worded } from "@/lib/text/messages/worded";
import { environment } from "../environment";
import { type FolderUse, folderProblem, repositoryFolder } from "./folders";
import { isAddress, isOpened, mayReach, type PrivateHosts } from "./networks";
import { type HostAddress, plainHost, readRepositoryAddress } from "./repository-address";
import { type Resolved, resolveHost } from "./resolve";

/**
 * The one door to other machines and to folders. Every address that somebody typed is judged here: when it is typed, by
 * its text, and again each time before git or a request goes there, by what its host resolves to at that moment. Whoever
 * is let through goes to the very addresses that were judged.
 */

/** The address may not be used; the message is a sentence for a person and names the setting that decides it. */
export class NotAdmitted extends Error {
  override readonly name = "NotAdmitted";
  /** What it says, for readers of other languages. */
  declare readonly said?: Refusal;
  constructor(
    sentence: Sentence,
    /** True when nothing is wrong with the address, but nothing is to be found there. */
    readonly absent = false,
  ) {
    const { message, said } = worded(sentence);
    super(message);
    carry(this, said);
  }
}

/** A folder that may be used as a repository. */
export interface AdmittedFolder {
  kind: "folder";
  /** Real path of the Git directory. */
  path: string;
}

/** A host that may be reached. */
export interface AdmittedHost extends HostAddress {
  /** Where the host is; no other address may be used. At least one. */
  addresses: readonly Resolved[];
}

export type AdmittedRepository = AdmittedFolder | AdmittedHost;

/** Where a request of ours may go. */
export interface AdmittedService {
  url: URL;
  addresses: readonly Resolved[];
}

/** A sentence why the address of a repository is refused, or undefined. Nothing is resolved. @param use who names a folder */
export function repositoryProblem(address: string, use: FolderUse = undefined): Sentence | undefined {
  const read = readRepositoryAddress(address);
  if (read.kind === "problem") return read.message;
  if (read.kind === "folder") return folderProblem(read.path, use);
  return nameProblem(read.host, environment().privateRepositories, "LOQUAT_PRIVATE_REPOSITORIES");
}

/**
 * Like `repositoryProblem`, but the host is resolved too. A host that cannot be found now may be found later.
 * @param project of the component that it is typed for
 */
export async function typedRepositoryProblem(address: string, project: number): Promise<Sentence | undefined> {
  const problem = repositoryProblem(address, project) ?? accountProblem(address);
  const read = readRepositoryAddress(address);
  if (problem || read.kind !== "host") return problem;
  const refused = await admitRepository(address).catch((error: unknown) => error);
  return refused instanceof NotAdmitted && !refused.absent ? sentenceOf(refused) : undefined;
}

/**
 * Judges the address of a repository as it is now.
 * @param find the folder that a program would take for a path, by its real path; undefined when there is no repository
 * @throws NotAdmitted
 */
export async function admitRepository(
  address: string,
  find: (path: string) => string | undefined = repositoryFolder,
): Promise<AdmittedRepository> {
  const problem = repositoryProblem(address, "stored");
  if (problem) throw new NotAdmitted(problem);
  const read = readRepositoryAddress(address);
  if (read.kind === "host") {
    const { privateRepositories } = environment();
    return { ...read, addresses: await admitHost(read.host, privateRepositories, "LOQUAT_PRIVATE_REPOSITORIES") };
  }
  const path = read.kind === "folder" ? find(read.path) : undefined;
  if (path === undefined)
    throw new NotAdmitted(
      refusal(find === repositoryFolder ? "addressNoGit" : "addressNoRepository", { place: address }),
      true,
    );
  // git follows links within the folder, too.
  const within = folderProblem(path, "stored");
  if (within) throw new NotAdmitted(within);
  return { kind: "folder", path };
}

/** Code hosts stand where the repositories are, and what opens private networks to git opens them to these as well. */
export type ServiceKind = "service" | "code-host";

const opening = (kind: ServiceKind) =>
  kind === "service"
    ? { opened: environment().privateServices, setting: "LOQUAT_PRIVATE_SERVICES" }
    : { opened: environment().privateRepositories, setting: "LOQUAT_PRIVATE_REPOSITORIES" };

/** A sentence about what is wrong with the address of a service, or undefined. Nothing is resolved. */
export function serviceProblem(address: string, kind: ServiceKind = "service"): Refusal | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return refusal("addressComplete");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return refusal("addressHttp");
  if (url.username || url.password) return refusal("addressAccount");
  const { opened, setting } = opening(kind);
  return nameProblem(plainHost(url.hostname), opened, setting);
}

/** Judges the address of a service as it is now. @throws NotAdmitted */
export async function admitService(address: string, kind: ServiceKind = "service"): Promise<AdmittedService> {
  const problem = serviceProblem(address, kind);
  if (problem) throw new NotAdmitted(problem);
  const url = new URL(address);
  const { opened, setting } = opening(kind);
  return { url, addresses: await admitHost(plainHost(url.hostname), opened, setting) };
}

/** A sentence about what is wrong with the address of a message broker, or undefined. Nothing is resolved. */
export function brokerProblem(address: string): Refusal | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== "amqps:" && url.protocol !== "amqp:") || url.hostname === "")
    return refusal("addressBroker");
  const { opened, setting } = opening("service");
  return nameProblem(plainHost(url.hostname), opened, setting);
}

/** Judges the address of a message broker as it is now. @throws NotAdmitted */
export async function admitBroker(address: string): Promise<AdmittedService> {
  const problem = brokerProblem(address);
  if (problem) throw new NotAdmitted(problem);
  const url = new URL(address);
  const { opened, setting } = opening("service");
  return { url, addresses: await admitHost(plainHost(url.hostname), opened, setting) };
}

const inside = (host: string, setting: string): Refusal => refusal("hostPrivate", { host, setting });

/** What can be said of a host without asking anybody where it is. */
function nameProblem(host: string, opened: PrivateHosts, setting: string): Refusal | undefined {
  const local = isAddress(host)
    ? !mayReach(host, host, opened)
    : /(?:^|\.)(?:localhost|local|internal)$/.test(host) && opened.networks.length === 0 && !isOpened(host, opened);
  return local ? inside(host, setting) : undefined;
}

async function admitHost(host: string, opened: PrivateHosts, setting: string): Promise<readonly Resolved[]> {
  let addresses: Resolved[];
  try {
    addresses = await resolveHost(host);
  } catch {
    throw new NotAdmitted(refusal("addressNoHost", { host }), true);
  }
  if (addresses.length === 0) throw new NotAdmitted(refusal("addressNoHost", { host }), true);
  // One private address among public ones is enough: which one is taken is not ours to decide.
  if (addresses.some(({ address }) => !isAddress(address) || !mayReach(host, address, opened)))
    throw new NotAdmitted(inside(host, setting));
  return addresses;
}
