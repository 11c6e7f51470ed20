import { createServer, type IncomingMessage } from "node:http";
import { AwsClient } from "aws4fetch";

/** A small server that speaks as much S3 as a file store needs, and checks every signature. */

export interface Bucket {
  endpoint: string;
  objects: Map<string, { content: Buffer; at: Date }>;
  close(): Promise<void>;
}

export const KEYS = { accessKeyId: "orchard", secretAccessKey: "apples and pears", region: "eu-central-1" };

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Signs the request as it came and compares. */
async function isSigned(request: IncomingMessage, address: string): Promise<boolean> {
  const client = new AwsClient({ ...KEYS, service: "s3" });
  const headers: Record<string, string> = {};
  const named = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? "")?.[1]?.split(";") ?? [];
  for (const name of named) if (name !== "host") headers[name] = String(request.headers[name] ?? "");
  const signed = await client.sign(address, {
    method: request.method,
    headers,
    aws: { datetime: headers["x-amz-date"] },
  });
  return signed.headers.get("authorization") === request.headers.authorization;
}

/** Starts the server with one bucket, "pictures", that lists two objects a page. */
export async function startBucket(): Promise<Bucket> {
  const objects: Bucket["objects"] = new Map();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const body = await bytesOf(request);
    const [, bucket, ...rest] = url.pathname.split("/");
    const key = rest.join("/");
    const end = (status: number, text: string | Buffer = "") => response.writeHead(status).end(text);
    if (!(await isSigned(request, url.href))) return end(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (bucket !== "pictures") return end(404, "<Error><Code>NoSuchBucket</Code></Error>");
    if (request.method === "PUT") objects.set(key, { content: body, at: new Date() });
    if (request.method === "DELETE") objects.delete(key);
    if (request.method !== "GET") return end(request.method === "DELETE" ? 204 : 200);
    if (key) return objects.has(key) ? end(200, objects.get(key)?.content) : end(404);
    const prefix = url.searchParams.get("prefix") ?? "";
    const from = Number(url.searchParams.get("continuation-token") ?? 0);
    const all = [...objects].filter(([name]) => name.startsWith(prefix)).sort();
    const rows = all
      .slice(from, from + 2)
      .map(
        ([name, { at }]) => `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
      );
    const next = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
    return end(200, `<?xml version="1.0"?><ListBucketResult>${rows.join("")}${next}</ListBucketResult>`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    objects,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
