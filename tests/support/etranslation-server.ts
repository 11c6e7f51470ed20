import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { shout } from "./services";

/**
 * A real server on this machine that speaks both interfaces of eTranslation: it takes a question with a number, and brings
 * the document, in capitals, to the address that the question named.
 */

export const APPLICATION = "LOQUAT_TEST";
export const PASSWORD = "a-password-of-eTranslation";

export interface EtranslationServer {
  /** Addresses of the interfaces. */
  urls: Readonly<Record<"1" | "2", string>>;
  /** Bodies of the questions that were let in. */
  questions: Record<string, unknown>[];
  /** Documents of them, unpacked. */
  documents: string[];
  /** What it does with the next questions: answers, brings a failure, refuses at once, or keeps what it would bring. */
  mood: "answer" | "fail" | "refuse" | "wait";
  algorithm: "MD5" | "SHA-256" | "MD5-sess" | "none";
  /** What it has not brought yet. */
  waiting: (() => Promise<number>)[];
  /** Statuses of what it has brought. */
  brought: number[];
  /** How it packs documents. */
  pack(document: string): string;
  stop(): Promise<void>;
}

const text = (value: unknown): string => String(value ?? "");
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((from, name) => (from as Record<string | number, unknown> | undefined)?.[name], value);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

export async function startEtranslation(): Promise<EtranslationServer> {
  const nonces = new Set<string>();
  let number = 4000;
  const service: EtranslationServer = {
    ...{
      urls: { 1: "", 2: "" },
      questions: [],
      documents: [],
      mood: "answer",
      algorithm: "MD5",
      waiting: [],
      brought: [],
    },
    pack: (document) => Buffer.from(document).toString("base64"),
    stop: async () => {},
  };

  /** RFC 7616, 3.4, by the book and not by the code that is tested. */
  function digestRight(request: IncomingMessage): boolean {
    const header = text(request.headers.authorization);
    const field = (name: string) =>
      new RegExp(`[ ,]${name}=(?:"([^"]*)"|([^,]*))`).exec(header)?.slice(1).find(Boolean) ?? "";
    const nonce = field("nonce");
    if (
      !header.startsWith("Digest ") ||
      !nonces.delete(nonce) ||
      field("opaque") !== "an opaque" ||
      field("qop") !== "auth"
    )
      return false;
    const hash = (of: string) =>
      createHash(service.algorithm === "SHA-256" ? "sha256" : "md5")
        .update(of)
        .digest("hex");
    const secret = hash(`${field("username")}:the "realm":${PASSWORD}`);
    const first = service.algorithm === "MD5-sess" ? hash(`${secret}:${nonce}:${field("cnonce")}`) : secret;
    const second = hash(`${request.method}:${request.url}`);
    const right = hash(`${first}:${nonce}:${field("nc")}:${field("cnonce")}:auth:${second}`);
    return field("username") === APPLICATION && field("uri") === request.url && field("response") === right;
  }

  const bring = async (address: string, type: string, body: string) => {
    const { status } = await fetch(address, { method: "POST", headers: { "content-type": type }, body });
    service.brought.push(status);
    return status;
  };

  function later(version: "1" | "2", body: Record<string, unknown>, id: number): void {
    const content = text(
      version === "1"
        ? at(body, "documentToTranslateBase64", "content")
        : at(body, "documentToTranslate", "document", "content"),
    );
    const document = Buffer.from(content, "base64").toString("utf8");
    service.documents.push(document);
    const language = text(at(body, "targetLanguages", 0));
    const result = service.pack(shout(document));
    const told = {
      requestId: id,
      targetLanguage: language,
      externalReference: at(body, "callerInformation", "externalReference"),
    };
    const failing = service.mood === "fail";
    const acts: Record<"1" | "2", () => Promise<number>> = {
      1: () => {
        if (failing) {
          const form = {
            "request-id": text(id),
            "error-code": "-40010",
            "error-message": "Too many segments to translate.",
          };
          return bring(
            text(at(body, "errorCallback")),
            "application/x-www-form-urlencoded",
            text(new URLSearchParams(form)),
          );
        }
        const url = `${text(at(body, "destinations", "httpDestinations", 0))}?request-id=${id}&target-language=${language}`;
        return bring(url, "application/octet-stream", result);
      },
      2: async () => {
        if (failing) {
          const failure = { ...told, errorCode: -10003, errorMessage: "The engine is away." };
          return bring(text(at(body, "notifications", "failure", "http")), "application/json", JSON.stringify(failure));
        }
        await bring(text(at(body, "notifications", "success", "http")), "application/json", JSON.stringify(told));
        const delivery = { ...told, outputFormat: "html", result };
        return bring(text(at(body, "deliveries", "http")), "application/json; charset=utf-8", JSON.stringify(delivery));
      },
    };
    if (service.mood === "wait") service.waiting.push(acts[version]);
    else setTimeout(() => void acts[version](), 30);
  }

  const server = createServer(async (request, response) => {
    const version = request.url === "/api/askTranslate" ? "2" : "1";
    const content = await bodyOf(request);
    const basic = `Basic ${Buffer.from(`${APPLICATION}:${PASSWORD}`).toString("base64")}`;
    const digest = version === "1" && service.algorithm !== "none";
    if (digest ? !digestRight(request) : request.headers.authorization !== basic) {
      const nonce = randomBytes(12).toString("hex");
      nonces.add(nonce);
      const challenge = `Digest realm="the \\"realm\\"", qop="auth-int, auth", algorithm=${service.algorithm}, nonce="${nonce}", opaque="an opaque"`;
      return response.writeHead(401, { "www-authenticate": digest ? challenge : "Basic" }).end();
    }
    const body = JSON.parse(content) as Record<string, unknown>;
    service.questions.push(body);
    response.writeHead(200, { "content-type": "application/json" });
    if (service.mood === "refuse")
      return response.end(version === "1" ? "-20013" : '{"errorCode": -11200, "errorMessage": "QUOTA_EXCEEDED"}');
    number += 1;
    response.end(version === "1" ? text(number) : JSON.stringify({ requestId: number }));
    later(version, body, number);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.urls = { 1: `${base}/si/translate`, 2: `${base}/api/askTranslate` };
  service.stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(() => done()));
  };
  return service;
}
