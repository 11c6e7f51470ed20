import { createPrivateKey, X509Certificate } from "node:crypto";
import { z } from "zod";
import { brokerProblem } from "@/lib/platform/outside/admission";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Addon } from "../addon";
import { flag, text } from "./fields";
import { refuse } from "./refused";
import { bodyOf, events } from "./webhook";

/** Changes sent to a message broker as Fedora Messaging has them; the contract 7.9. */

const pem = (words: { title: string; description: string }, isSound: (value: string) => boolean, wrong: string) =>
  text({ ...words, long: true, most: 100_000 }).refine((value) => value.trim() === "" || isSound(value), wrong);

function isCertificate(value: string): boolean {
  try {
    new X509Certificate(value);
    return true;
  } catch {
    return false;
  }
}

function isKey(value: string): boolean {
  try {
    createPrivateKey(value);
    return true;
  } catch {
    return false;
  }
}

const fields = z.object({
  amqp_host: text({
    title: "Broker",
    description: "Its host, with the port where it is not the usual one.",
    most: 300,
  }),
  amqp_ssl: flag({ title: "Connect with TLS", initial: true }),
  amqp_url: text({
    title: "Address of the broker",
    description:
      "In the place of the host, where it takes a user, a password or a virtual host: amqps://user:password@broker.example.org/name.",
    most: 1000,
  }),
  ca_cert: pem(
    {
      title: "Certificates of the broker's authority",
      description: "In PEM. If empty, those that this machine trusts.",
    },
    isCertificate,
    "Enter certificates in PEM.",
  ),
  client_key: pem(
    { title: "Our key", description: "In PEM. With our certificate it takes the place of a password." },
    isKey,
    "Enter a private key in PEM, without a password.",
  ),
  client_cert: pem({ title: "Our certificate", description: "In PEM." }, isCertificate, "Enter a certificate in PEM."),
  events,
});

type Settings = z.infer<typeof fields>;

const addressOf = ({ amqp_host, amqp_ssl, amqp_url }: Settings): string =>
  amqp_url === "" ? `${amqp_ssl ? "amqps" : "amqp"}://${amqp_host}/` : amqp_url;

const settings = fields.superRefine((given, context) => {
  const complain = (path: keyof Settings, said: Refusal) => refuse(context, said, [path]);
  if (given.amqp_url === "" && !/^[^\s/?#@\\]+$/.test(given.amqp_host))
    return complain("amqp_host", refusal("brokerHost"));
  const problem = brokerProblem(addressOf(given));
  if (problem) complain(given.amqp_url === "" ? "amqp_host" : "amqp_url", problem);
  if ((given.client_key === "") !== (given.client_cert === ""))
    complain(given.client_key === "" ? "client_key" : "client_cert", refusal("keyAndCertificate"));
});

/** Octets of a routing key, as the protocol has it. */
const LONGEST_TOPIC = 255;
/** What the reference calls information: the middle of its levels. */
const SEVERITY = 20;

export const fedoraMessaging: Addon<Settings> = {
  id: "weblate.fedora_messaging.publish",
  aliases: ["loquat.fedora_messaging.publish"],
  name: "Fedora Messaging",
  description:
    "Sends each change to a message broker (AMQP 0-9-1, as RabbitMQ speaks it), to the exchange amq.topic. The topic names action, project, component and language, so that consumers can choose.",
  settings,
  multiple: true,
  scopes: ["component", "project"],
  wholeRepository: false,
  on: [],
  messages: {
    actionsOf: (given) => given.events,
    bodyOf,
    sample: (now) => ({ action: "Test", timestamp: now.toISOString() }),
    request: ({ settings: given, body, now }) => ({
      broker: { url: addressOf(given), ca: given.ca_cert, cert: given.client_cert, key: given.client_key },
      topic: topicOf(JSON.parse(body)),
      headers: {
        fedora_messaging_schema: "base.message",
        fedora_messaging_severity: SEVERITY,
        "sent-at": now.toISOString().replace(/\.\d+Z$/, "+00:00"),
      },
    }),
  },
};

/** Action, project, component and language, as far as a change has them. */
function topicOf(body: Partial<Record<"action" | "project" | "component" | "translation", string>>): string {
  const action = (body.action ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const parts = ["weblate", action, body.project, body.component, body.translation].filter(Boolean);
  return parts.join(".").slice(0, LONGEST_TOPIC);
}
