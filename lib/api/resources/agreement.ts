import { z } from "zod";
import type { AgreementState } from "@/lib/domain/components/agreement";
import { type Answer, endpoint, schema } from "../endpoint";
import { timestamp } from "../fields";
import { moment } from "../json";
import { componentParams } from "./components";

/** The contributor agreement of a component, and whether the caller has accepted it. */

export const Agreement = schema(
  "Agreement",
  z.object({
    agreement: z.string().describe("Markdown; empty where none is asked for."),
    version: z.string().describe("Changes with the text."),
    signed: timestamp.nullable().describe("When you accepted this text."),
  }),
);

const tag = "Components";
const permission = "signed in; for yourself alone";

export const readComponentAgreement = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/agreement/",
  tag,
  summary: "Contributor agreement of a component",
  params: componentParams,
  answer: Agreement,
});
export const signComponentAgreement = endpoint({
  method: "POST",
  path: readComponentAgreement.path,
  tag,
  summary: "Accept the contributor agreement of a component",
  description:
    "Send the version that was read; after a change of the text it is another one, and everybody is asked again.",
  permission,
  params: componentParams,
  body: z.object({ version: z.string().min(1).max(64) }),
  answer: Agreement,
  status: 200,
});
export const withdrawComponentAgreement = endpoint({
  method: "DELETE",
  path: readComponentAgreement.path,
  tag,
  summary: "Withdraw from the contributor agreement of a component",
  permission,
  params: componentParams,
});

export const presentAgreement = ({ text, version, signedAt }: AgreementState): Answer<typeof Agreement> => ({
  agreement: text,
  version,
  signed: signedAt === null ? null : moment(signedAt),
});
