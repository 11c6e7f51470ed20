import { AwsV4Signer } from "aws4fetch";
import { askService, bareCode, type Engine, member, onlyText, plainCode } from "./engine";

const name = "Amazon Translate";

/** Variants that Amazon tells apart. */
const VARIANTS: Readonly<Record<string, string>> = {
  fr_CA: "fr-CA",
  pt_PT: "pt-PT",
  es_MX: "es-MX",
  zh_Hant: "zh-TW",
  zh_Hans: "zh",
};
const codeOf = (code: string): string => VARIANTS[code] ?? VARIANTS[plainCode(code)] ?? bareCode(code);

/** Amazon Translate, whose requests are signed (Signature Version 4). */
export const aws: Engine = {
  id: "aws",
  aliases: ["amazon-translate"],
  name,
  most: 88,
  markers: "text",
  batch: 1,
  fields: [
    { name: "key", label: "accessKeyId", kind: "secret", required: true },
    { name: "secret", label: "secretAccessKey", kind: "secret", required: true },
    { name: "region", label: "region", kind: "text", fallback: "us-east-1", pattern: /^[a-z0-9-]{1,40}$/ },
    { name: "base_url", label: "address", kind: "url", help: "regionAddress" },
  ],
  async translate(settings, request) {
    const { key = "", secret = "", region = "" } = settings;
    const url = settings.base_url || `https://translate.${region}.amazonaws.com/`;
    const jsonText = JSON.stringify({
      Text: request.texts[0]?.text ?? "",
      SourceLanguageCode: codeOf(request.source),
      TargetLanguageCode: codeOf(request.target),
    });
    const signer = new AwsV4Signer({
      ...{
        url,
        region,
        method: "POST",
        service: "translate",
        accessKeyId: key,
        secretAccessKey: secret,
        body: jsonText,
      },
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSShineFrontendService_20170701.TranslateText",
      },
    });
    const { headers } = await signer.sign();
    const answer = await askService(name, url, { method: "POST", headers: Object.fromEntries(headers), jsonText });
    return onlyText(name, member(answer, "TranslatedText"), 88);
  },
};
