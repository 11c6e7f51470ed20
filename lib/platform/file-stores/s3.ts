import { AwsClient } from "aws4fetch";
import { SaxesParser } from "saxes";
import type { FileStore } from "./store";

/** Files in a bucket of any service that speaks S3. */

export interface S3Settings {
  /** Address of the service. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The service refused, or did not answer as S3 does. */
class StorageError extends Error {
  override readonly name = "StorageError";
}

interface Listed {
  objects: { key: string; at: Date }[];
  next: string | undefined;
}

/** A store in a bucket; the path style of addresses works with every service. */
export function s3Store(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: "s3",
    retries: 3,
  });
  const root = `${settings.endpoint.replace(/\/+$/, "")}/${encodeURIComponent(settings.bucket)}`;
  const send = async (method: string, address: string, body?: Uint8Array): Promise<Response> => {
    const answer = await client.fetch(address, {
      method,
      signal: AbortSignal.timeout(60_000),
      ...(body ? { body: body as BodyInit, headers: { "content-length": String(body.length) } } : {}),
    });
    if (answer.ok || answer.status === 404) return answer;
    const said = (await answer.text()).replace(/<[^>]{0,200}>/g, " ").slice(0, 300);
    throw new StorageError(`The file storage answered ${answer.status} to ${method}: ${said.trim()}`);
  };
  return {
    async put(key, content) {
      const answer = await send("PUT", `${root}/${key}`, content);
      if (!answer.ok) throw new StorageError(`The bucket ${settings.bucket} does not exist.`);
    },
    async get(key) {
      const answer = await send("GET", `${root}/${key}`);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    },
    async remove(key) {
      await send("DELETE", `${root}/${key}`);
    },
    async list(prefix, before) {
      const keys: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}/` });
        if (next) query.set("continuation-token", next);
        const answer = await send("GET", `${root}?${query}`);
        if (!answer.ok) throw new StorageError(`The bucket ${settings.bucket} does not exist.`);
        const page = readList(await answer.text());
        keys.push(...page.objects.filter((object) => object.at <= before).map((object) => object.key));
        next = page.next;
      } while (next !== undefined && keys.length < 1_000_000);
      return keys;
    },
  };
}

/** One page of ListObjectsV2. @throws StorageError for anything else */
function readList(xml: string): Listed {
  const listed: Listed = { objects: [], next: undefined };
  const parser = new SaxesParser();
  const path: string[] = [];
  let text = "";
  let key = "";
  parser.on("error", (error) => {
    throw new StorageError(`The list of files cannot be read: ${error.message}`);
  });
  parser.on("opentag", (tag) => {
    path.push(tag.name);
    text = "";
  });
  parser.on("text", (piece) => {
    text += piece;
  });
  parser.on("closetag", () => {
    const at = path.slice(1).join("/");
    if (at === "Contents/Key") key = text;
    if (at === "Contents/LastModified") listed.objects.push({ key, at: new Date(text) });
    if (at === "NextContinuationToken") listed.next = text;
    path.pop();
  });
  parser.write(xml).close();
  return listed;
}
