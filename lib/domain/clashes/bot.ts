import type { Tx } from "@/lib/platform/database";
import { findOrMakeBot } from "../users/bots";

/** Id of the bot that suggests what somebody without an account wrote upstream. */
export async function upstreamBot(tx: Tx): Promise<number> {
  return (await findOrMakeBot(tx, "upstream", "Upstream")).id;
}
