import { ETRANSLATION_DOMAIN } from "@/lib/text/flags/known";
import { digestAuthorization } from "../digest-auth";
import type { SafeRequest } from "../safe-fetch";
import {
  askService,
  bareCode,
  type Delivery,
  type Engine,
  type EngineAnswer,
  EngineError,
  type EngineRequest,
  type EngineSettings,
  fetchService,
  member,
  noteRequest,
  type Outcome,
} from "./engine";

/**
 * eTranslation of the European Commission. It takes a question with a number and answers later, at an address that the
 * question named: there is no other way to the answer. What is relied on here:
 * - Texts go as one HTML document in base64 (20 MB at most; single texts may have 5,000 characters, and the Commission asks
 *   not to send many of them). Names of languages have two letters.
 * - Interface 2, the one that is recommended: `POST …/etranslation/api/askTranslate` with HTTP Basic, name of the application
 *   and its password; `callerInformation.externalReference`, `documentToTranslate.document` {format, content},
 *   `sourceLanguage`, `targetLanguages`, `domain`, `deliveries.http`, `notifications.success.http` and `.failure.http`. The
 *   answer is {requestId}, or {errorCode, errorMessage}. What is brought is JSON: `result` is the document in base64;
 *   a failure has `errorCode` and `errorMessage`; a notice of success has neither. It may come twice.
 * - Interface 1: `POST …/etranslation/si/translate` with HTTP Digest; `callerInformation` {application, username},
 *   `externalReference`, `documentToTranslateBase64` {content, format, fileName}, `destinations.httpDestinations`,
 *   `errorCallback`. The answer is a number, negative for an error. The document is brought as the body, in base64, with
 *   `request-id` and `target-language` in the query; a failure as a form with `error-code` and `error-message`.
 *
 * From "How to submit a translation request via the CEF eTranslation webservice" (ec.europa.eu/cefdigital/wiki) with its
 * table of errors, and from the OpenAPI document and the Dev Corner of language-tools.ec.europa.eu.
 */

const name = "eTranslation";

const ADDRESSES: Readonly<Record<string, string>> = {
  1: "https://webgate.ec.europa.eu/etranslation/si/translate",
  2: "https://language-tools.ec.europa.eu/etranslation/api/askTranslate",
};

/** As long as language models are waited for. */
const PATIENCE_MS = 60_000;

/** What numbers of interface 1 mean, those that somebody who sets it up can do something about. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [-20001, "the source language is not known"],
  [-20003, "the target language is not known"],
  [-20007, "the application may not use the service"],
  [-20013, "the domain does not have these languages"],
  [-20028, "too many requests are on their way, try again later"],
  [-20046, "the document is too large"],
  [-40010, "there are too many texts"],
]);

const traditional = (code: string): boolean => /^zh_(?:Hant|TW|HK)/.test(code);

function codeOf(code: string): string {
  const bare = bareCode(code).toUpperCase();
  return bare === "NO" || bare === "NN" ? "NB" : bare;
}

export const etranslation: Engine = {
  id: "etranslation",
  name,
  most: 90,
  markers: "xml",
  batch: 100,
  fields: [
    { name: "application", label: "application", kind: "text", required: true, help: "applicationHelp" },
    { name: "password", label: "password", kind: "secret", required: true },
    { name: "version", label: "interfaceVersion", kind: "choice", choices: ["2", "1"], fallback: "2" },
    {
      name: "domain",
      label: "domain",
      kind: "text",
      fallback: "GEN",
      pattern: ETRANSLATION_DOMAIN,
      help: "domainHelp",
    },
    { name: "base_url", label: "address", kind: "url", help: "versionAddress" },
  ],
  async translate(settings, request) {
    // There is one Chinese, written in simplified characters.
    if (traditional(request.target) || traditional(request.source)) return request.texts.map(() => undefined);
    const { mailbox } = request;
    if (!mailbox) throw new EngineError(`${name} answers later, and there is no address for its answer.`);
    if (mailbox.address !== undefined)
      await submit(settings, request, mailbox.address).catch(async (error: unknown) => {
        await mailbox.close();
        throw error;
      });
    const outcome = await mailbox.outcome(PATIENCE_MS);
    if (!outcome)
      throw new EngineError(
        `${name} has not answered in ${PATIENCE_MS / 1000} seconds. Its answer is kept when it comes: ask again in some minutes. It comes from outside to the address of this installation, which has to be open to it.`,
      );
    if ("refusal" in outcome) throw new EngineError(`${name} refused the request: ${outcome.refusal}.`);
    return textsIn(outcome.answer, request);
  },
  receive: (delivery) => (delivery.type === "application/json" ? readJson(delivery) : readForm(delivery)),
};

/** Asks the question. @throws EngineError */
async function submit(settings: EngineSettings, request: EngineRequest, address: string): Promise<void> {
  const { application = "", password = "", version = "2", base_url = "" } = settings;
  const url = base_url || (ADDRESSES[version] as string);
  const document = documentOf(request);
  const content = Buffer.from(document).toString("base64");
  const common = {
    sourceLanguage: codeOf(request.source),
    targetLanguages: [codeOf(request.target)],
    domain: request.domain ?? settings.domain,
  };
  // People read what is sent, and an address that is good for one answer is nobody's business.
  await noteRequest(url, { method: "POST", json: { ...common, document } });
  const asked: SafeRequest =
    version === "1"
      ? {
          json: {
            callerInformation: { application, username: application },
            externalReference: "loquat",
            documentToTranslateBase64: { content, format: "html", fileName: "strings" },
            ...common,
            errorCallback: address,
            destinations: { httpDestinations: [address] },
          },
          headers: { authorization: await digest(url, application, password) },
        }
      : {
          json: {
            callerInformation: { externalReference: "loquat" },
            documentToTranslate: { document: { content, format: "html" } },
            ...common,
            deliveries: { http: address },
            notifications: { success: { http: address }, failure: { http: address } },
          },
          headers: { authorization: `Basic ${Buffer.from(`${application}:${password}`).toString("base64")}` },
        };
  const answer = await askService(name, url, { method: "POST", ...asked }, true);
  const said = member(answer, "requestId") ?? member(answer, "errorCode") ?? answer;
  if (!/^-?\d{1,18}$/.test(String(said))) throw new EngineError(`${name} did not say whether it takes the request.`);
  const number = Number(said);
  if (number > 0 && member(answer, "errorCode") === undefined) return;
  const reason = version === "1" ? REFUSALS.get(number) : sentence(member(answer, "errorMessage"));
  throw new EngineError(`${name} refused the request: error ${number}${reason ? ` (${reason})` : ""}.`);
}

/** Asks for the challenge with a request that brings nothing, and answers it. @throws EngineError */
async function digest(url: string, username: string, password: string): Promise<string> {
  const { status, headers } = await fetchService(name, url, { method: "POST", jsonText: "" });
  const challenge = status === 401 ? headers["www-authenticate"] : undefined;
  const { pathname, search } = new URL(url);
  const answer =
    challenge && digestAuthorization(challenge, { method: "POST", uri: pathname + search, username, password });
  if (!answer) throw new EngineError(`${name} did not ask for a password as version 1 of its interface does.`, status);
  return answer;
}

const lineEnds = /\r\n?|\n/g;

/** All texts, a paragraph for each. */
function documentOf({ texts }: EngineRequest): string {
  const paragraphs = texts.map(
    ({ text }, index) => `<p id="s${index + 1}">${text.trim().replace(lineEnds, "<br/>")}</p>`,
  );
  return `<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"/></head>\n<body>\n${paragraphs.join("\n")}\n</body>\n</html>\n`;
}

const OPENING = /<p\s[^<>]{0,300}>/gi;
const NUMBER = /\sid\s*=\s*["']?s(\d{1,4})\b/i;

/** What stands in the paragraphs by their numbers. */
function paragraphsOf(document: string): Map<number, string> {
  const openings = [...document.matchAll(OPENING)];
  return new Map(
    openings.flatMap((opening, index): [number, string][] => {
      const number = NUMBER.exec(opening[0])?.[1];
      const inside = document.slice(opening.index + opening[0].length, openings[index + 1]?.index);
      const end = inside.search(/<\/(?:p|body)\b/i);
      return number === undefined ? [] : [[Number(number), end < 0 ? inside : inside.slice(0, end)]];
    }),
  );
}

/** What became of each text. @throws EngineError where the document is another one */
function textsIn(document: string, { texts }: EngineRequest): (EngineAnswer | undefined)[] {
  const found = paragraphsOf(document);
  if (found.size === 0) throw new EngineError(`${name} returned another document.`);
  return texts.map(({ text: source }, index) => {
    const lines = (found.get(index + 1) ?? "").split(/[\r\n]+/).map((line) => line.trim());
    const text = lines
      .join(" ")
      .trim()
      .replace(/ ?<br\b[^<>]{0,20}> ?/gi, "\n")
      // Of elements only our markers were sent.
      .replace(/<(?!\/?x[\s/>])[^<>]*>/gi, "");
    if (text === "") return undefined;
    const [before, behind] = [source.length - source.trimStart().length, source.trimEnd().length];
    return { text: source.slice(0, before) + text + source.slice(behind), quality: 90 };
  });
}

function readJson({ body }: Delivery): Outcome | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const error = member(value, "errorCode");
  if (error !== undefined && error !== null) return refusal(error, member(value, "errorMessage"));
  const result = member(value, "result");
  return typeof result === "string" ? { answer: unpacked(result) } : undefined;
}

function readForm({ query, type, body }: Delivery): Outcome | undefined {
  const form = type === "application/x-www-form-urlencoded" ? new URLSearchParams(body) : new URLSearchParams();
  const field = (key: string) => form.get(key) ?? query.get(key) ?? undefined;
  const error = field("error-code");
  if (error !== undefined) return refusal(error, field("error-message"));
  const document = unpacked(body);
  return paragraphsOf(document).size > 0 ? { answer: document } : undefined;
}

/** A document that may be in base64. */
function unpacked(text: string): string {
  const bare = text.replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? Buffer.from(bare, "base64").toString("utf8") : text;
}

const refusal = (code: unknown, message: unknown): Outcome => {
  const said = sentence(message);
  return { refusal: `error ${sentence(code) || "without a number"}${said ? ` (${said})` : ""}` };
};

/** Words of the service within a sentence of ours. */
const sentence = (text: unknown): string =>
  typeof text === "string" || typeof text === "number"
    ? String(text)
        .slice(0, 200)
        .replace(/[\0-\x1f\x7f]+/g, " ")
        .trim()
        .replace(/\.$/, "")
    : "";
