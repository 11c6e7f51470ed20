import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One small real server that speaks like every translation service: it answers with its texts in capitals, markers kept. */

export interface ServiceRequest {
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: unknown;
}

export interface Services {
  url: string;
  requests: ServiceRequest[];
  /** What to answer instead, once. */
  next: { status: number; body: string; headers?: Record<string, string> } | undefined;
  stop(): Promise<void>;
}

/** Capitals, but for markers. */
export const shout = (text: string): string =>
  text.replace(/<[^>]*>|&[a-z]+;|\[\[\d+\]\]|[^<&[]+|./g, (piece) =>
    /^[<&[]/.test(piece) ? piece : piece.toUpperCase(),
  );

const shouted = (value: unknown): string => shout(String(value));
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const ANSWERS: readonly [RegExp, (request: ServiceRequest) => unknown][] = [
  [
    /\/apy\/translate$/,
    ({ body }) => ({ responseStatus: 200, responseData: { translatedText: shouted(of(body, "q")) } }),
  ],
  [/\/aws\/$/, ({ body }) => ({ TranslatedText: shouted(of(body, "Text")), TargetLanguageCode: "cs" })],
  [/\/alibaba\/$/, ({ body }) => ({ Code: "200", Data: { Translated: shouted(of(body, "SourceText")) } })],
  [
    /\/baidu$/,
    ({ body }) => ({
      trans_result: String(of(body, "q"))
        .split("\n")
        .map((src) => ({ src, dst: shouted(src) })),
    }),
  ],
  [/\/youdao$/, ({ body }) => ({ errorCode: "0", translation: [shouted(of(body, "q"))] })],
  [/\/tr\.json\/translate$/, ({ body }) => ({ code: 200, lang: "en-cs", text: [shouted(of(body, "text"))] })],
  [
    /\/yandex\/translate$/,
    ({ body }) => ({ translations: list(of(body, "texts")).map((text) => ({ text: shouted(text) })) }),
  ],
  [
    /\/sap\/translate$/,
    ({ body }) => ({
      units: list(of(body, "units")).map((unit) => ({
        value: of(unit, "value"),
        translations: [{ language: "cs", value: shouted(of(unit, "value")), qualityIndex: 95 }],
      })),
    }),
  ],
  [/\/translation\/text\/translate$/, ({ query }) => ({ outputs: [{ output: shouted(query.get("input")) }] })],
  [
    /\/tm\/[^/]+\/[^/]+\/unit\/[^/]+$/,
    ({ path }) => {
      const source = decodeURIComponent(path.split("/").at(-1) ?? "");
      return [
        { source: "other", target: "jiné", quality: 80, rank: 80 },
        { source, target: shout(source), quality: 100, rank: 100 },
      ];
    },
  ],
  [/\/token$/, () => ({ access_token: "a-token", expires_in: 3600 })],
  [
    /:translateText$/,
    ({ body }) => ({ translations: list(of(body, "contents")).map((text) => ({ translatedText: shouted(text) })) }),
  ],
  [
    /\/v1\/messages$/,
    ({ body }) => {
      const asked = list(of(body, "messages")).at(-1);
      const texts = JSON.parse(String(of(asked, "content"))) as { text: string }[];
      const input = { translations: texts.map((one) => shout(one.text)) };
      return { content: [{ type: "tool_use", input }], usage: { input_tokens: 30, output_tokens: 12 } };
    },
  ],
  [
    /\/language\/translate\/v2$/,
    ({ body }) => ({ data: { translations: list(of(body, "q")).map((text) => ({ translatedText: shouted(text) })) } }),
  ],
  [
    /\/v2\/translate$/,
    ({ body }) => ({ translations: list(of(body, "text")).map((text) => ({ text: shouted(text) })) }),
  ],
  [
    /\/azure\/translate$/,
    ({ body }) => list(body).map((one) => ({ translations: [{ text: shouted(of(one, "Text")) }] })),
  ],
  [/\/mmt\/translate$/, ({ body }) => ({ data: list(of(body, "q")).map((text) => ({ translation: shouted(text) })) })],
  [/\/translate$/, ({ body }) => ({ translatedText: list(of(body, "q")).map(shouted) })],
  [
    /\/get$/,
    ({ query }) => ({ responseStatus: 200, responseData: { translatedText: shouted(query.get("q")), match: 0.97 } }),
  ],
  [
    /\/chat\/completions$/,
    ({ body }) => {
      const asked = list(of(body, "messages")).at(-1);
      const texts = JSON.parse(String(of(asked, "content"))) as { text: string }[];
      return {
        usage: { total_tokens: 42 },
        choices: [
          { message: { content: `\`\`\`json\n${JSON.stringify(texts.map((one) => shout(one.text)))}\n\`\`\`` } },
        ],
      };
    },
  ],
];

const of = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name];

/** Starts the server on a free port of this machine. */
export async function startServices(): Promise<Services> {
  const services: Services = { url: "", requests: [], next: undefined, stop: async () => {} };
  const server = createServer((incoming, outgoing) => {
    let text = "";
    incoming.on("data", (piece) => {
      text += piece;
    });
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://localhost");
      const form = incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
      const body = form ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : undefined;
      const request = { path: url.pathname, query: url.searchParams, headers: incoming.headers, body };
      services.requests.push(request);
      const { next } = services;
      services.next = undefined;
      if (next) return outgoing.writeHead(next.status, next.headers).end(next.body);
      const answer = ANSWERS.find(([pattern]) => pattern.test(url.pathname))?.[1](request);
      return outgoing
        .writeHead(answer ? 200 : 404, { "content-type": "application/json" })
        .end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  services.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  services.stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(() => done()));
  };
  return services;
}
