import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { environment, setEnvironment } from "@/lib/platform/environment";

/** A mail server that keeps what it takes, and what it is told to do instead. */
export interface MailServer {
  port: number;
  mails: ParsedMail[];
  /** Raw texts of the mails. */
  raw: string[];
  /** Answer to the receiver, by address: [450, "busy"] and the like. */
  refusals: Map<string, [code: number, text: string]>;
  stop(): Promise<void>;
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ParsedMail[] = [];
  const raw: string[] = [];
  const refusals: MailServer["refusals"] = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _, done) {
      const [code, text] = refusals.get(address) ?? [];
      done(code === undefined ? undefined : Object.assign(new Error(text), { responseCode: code }));
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        raw.push(text);
        void simpleParser(text).then((mail) => {
          mails.push(mail);
          done();
        });
      });
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const at = (server.server.address() as AddressInfo).port;
  return { port: at, mails, raw, refusals, stop: () => new Promise((done) => server.close(() => done())) };
}

/** Sends mails to a server from now on; without one, none. Gives the way back. */
export function useMailServer(url: string | undefined, from = "Loquat <loquat@example.org>"): () => void {
  const before = environment();
  setEnvironment({ ...before, mail: url === undefined ? undefined : { url, from } });
  return () => setEnvironment(before);
}
