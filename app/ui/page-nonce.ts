import { headers } from "next/headers";

/** The nonce of the policy of this page; undefined for what is rendered outside of a request that `proxy.ts` has seen. */
export async function pageNonce(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "")?.[1];
}
