import { createHash, createHmac, randomUUID } from "node:crypto";
import { askService, bareCode, type Engine, EngineError, type MachineryWord, member, onlyText } from "./engine";

/** Services of China: forms with a signature of their own each. */

const isTraditional = (code: string): boolean => /^zh_(?:Hant|TW|HK)/.test(code);

const keyAndSecret = (key: MachineryWord, secret: MachineryWord) =>
  [
    { name: "key", label: key, kind: "secret", required: true },
    { name: "secret", label: secret, kind: "secret", required: true },
  ] as const;

/** As URIs are encoded for a signature: everything but letters, digits and `-_.~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a form at Alibaba Cloud (RPC style): HMAC-SHA1 over its sorted fields. */
export function signAlibaba(fields: Readonly<Record<string, string>>, secret: string): string {
  const query = Object.keys(fields)
    .sort()
    .map((field) => `${encoded(field)}=${encoded(fields[field] as string)}`)
    .join("&");
  return createHmac("sha1", `${secret}&`)
    .update(`POST&%2F&${encoded(query)}`)
    .digest("base64");
}

const ALIBABA = "Alibaba";

export const alibaba: Engine = {
  id: "alibaba",
  name: ALIBABA,
  most: 80,
  markers: "xml",
  batch: 1,
  fields: [
    ...keyAndSecret("alibabaKeyId", "alibabaSecret"),
    { name: "region", label: "region", kind: "text", fallback: "cn-hangzhou", pattern: /^[a-z0-9-]{1,40}$/ },
    { name: "base_url", label: "address", kind: "url", help: "regionAddress" },
  ],
  async translate(settings, request) {
    const codeOf = (code: string) => (isTraditional(code) ? "zh-tw" : bareCode(code));
    const fields = {
      Action: "TranslateGeneral",
      Version: "2018-10-12",
      Format: "JSON",
      AccessKeyId: settings.key as string,
      SignatureMethod: "HMAC-SHA1",
      SignatureVersion: "1.0",
      SignatureNonce: randomUUID(),
      Timestamp: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
      RegionId: settings.region as string,
      FormatType: "html",
      Scene: "general",
      SourceLanguage: codeOf(request.source),
      TargetLanguage: codeOf(request.target),
      SourceText: request.texts[0]?.text ?? "",
    };
    const answer = await askService(ALIBABA, settings.base_url || `https://mt.${settings.region}.aliyuncs.com/`, {
      method: "POST",
      form: { ...fields, Signature: signAlibaba(fields, settings.secret as string) },
    });
    if (String(member(answer, "Code")) !== "200") throw refused(ALIBABA, member(answer, "Code"));
    return onlyText(ALIBABA, member(answer, "Data", "Translated"), 80);
  },
};

const BAIDU = "Baidu";

/** Codes of Baidu where they are not those of ISO 639-1. */
const BAIDU_CODES: Readonly<Record<string, string>> = {
  ...{ ja: "jp", ko: "kor", fr: "fra", es: "spa", ar: "ara", bg: "bul", et: "est", da: "dan" },
  ...{ fi: "fin", ro: "rom", sl: "slo", sv: "swe", vi: "vie" },
};

export const baidu: Engine = {
  id: "baidu",
  name: BAIDU,
  most: 90,
  markers: "text",
  batch: 1,
  fields: [
    ...keyAndSecret("appId", "secretKey"),
    {
      name: "base_url",
      label: "address",
      kind: "url",
      fallback: "https://fanyi-api.baidu.com/api/trans/vip/translate",
    },
  ],
  async translate(settings, request) {
    const { key = "", secret = "", base_url: url = "" } = settings;
    const codeOf = (code: string) => (isTraditional(code) ? "cht" : (BAIDU_CODES[bareCode(code)] ?? bareCode(code)));
    const q = request.texts[0]?.text ?? "";
    const salt = randomUUID();
    const sign = createHash("md5").update(`${key}${q}${salt}${secret}`).digest("hex");
    const form = { q, from: codeOf(request.source), to: codeOf(request.target), appid: key, salt, sign };
    const answer = await askService(BAIDU, url, { method: "POST", form });
    const code = member(answer, "error_code");
    if (code !== undefined && String(code) !== "52000") throw refused(BAIDU, code);
    // One result for each line.
    const rows = member(answer, "trans_result");
    const lines = Array.isArray(rows) ? rows.map((row) => member(row, "dst")) : [];
    const whole = lines.length > 0 && lines.every((line) => typeof line === "string");
    return onlyText(BAIDU, whole ? lines.join("\n") : undefined, 90);
  },
};

const YOUDAO = "Youdao Zhiyun";

/** What a text is signed by: all of a short one, the ends and the length of others. */
const digestOf = (text: string): string => {
  const characters = [...text];
  if (characters.length <= 20) return text;
  return `${characters.slice(0, 10).join("")}${characters.length}${characters.slice(-10).join("")}`;
};

export const youdao: Engine = {
  id: "youdao-zhiyun",
  name: YOUDAO,
  most: 90,
  markers: "text",
  batch: 1,
  fields: [
    ...keyAndSecret("appKey", "appSecret"),
    { name: "base_url", label: "address", kind: "url", fallback: "https://openapi.youdao.com/api" },
  ],
  async translate(settings, request) {
    const { key = "", secret = "", base_url: url = "" } = settings;
    const codeOf = (code: string) =>
      isTraditional(code) ? "zh-CHT" : code.startsWith("zh") ? "zh-CHS" : bareCode(code);
    const q = request.texts[0]?.text ?? "";
    const [salt, curtime] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
    const sign = createHash("sha256")
      .update(`${key}${digestOf(q)}${salt}${curtime}${secret}`)
      .digest("hex");
    const languages = { from: codeOf(request.source), to: codeOf(request.target) };
    const form = { q, ...languages, appKey: key, salt, curtime, signType: "v3", sign };
    const answer = await askService(YOUDAO, url, { method: "POST", form });
    if (String(member(answer, "errorCode")) !== "0") throw refused(YOUDAO, member(answer, "errorCode"));
    return onlyText(YOUDAO, member(answer, "translation", 0), 90);
  },
};

/** These services answer 200 and a code of their own. */
function refused(name: string, code: unknown): EngineError {
  const known = /^(?:string|number)$/.test(typeof code) ? `error ${String(code).slice(0, 60)}` : "no reason is given";
  return new EngineError(`${name} refused the request: ${known}.`);
}
