import { z } from "zod";
import { NotFound } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";
import { type ContractMethod, endpoint } from "../endpoint";

/** The glossary interface of releases up to 4.4, which is no more; the contract 3.15. Its addresses say where to go. */

const ALL = z.object({ id: z.string() });
const TERM = ALL.extend({ term: z.string() });

export const {
  read: readGlossaries,
  add: addGlossaries,
  replace: replaceGlossaries,
  change: changeGlossaries,
  remove: removeGlossaries,
} = gone("/api/glossary/", z.object({}));

function gone<P extends z.ZodType>(path: string, params: P) {
  const contract = (method: ContractMethod) =>
    endpoint({
      method,
      path,
      since: "2.6",
      tag: "Glossary",
      summary: "Removed in 4.5",
      description: "Always answers 404: glossaries are components with is_glossary, their terms are strings.",
      params,
      answer: z.never(),
      anonymous: true,
    });
  return {
    read: contract("GET"),
    add: contract("POST"),
    replace: contract("PUT"),
    change: contract("PATCH"),
    remove: contract("DELETE"),
  };
}
export const {
  read: readGlossary,
  add: addGlossary,
  replace: replaceGlossary,
  change: changeGlossary,
  remove: removeGlossary,
} = gone("/api/glossary/{id}/", ALL);
export const {
  read: readGlossaryProjects,
  add: addGlossaryProjects,
  replace: replaceGlossaryProjects,
  change: changeGlossaryProjects,
  remove: removeGlossaryProjects,
} = gone("/api/glossary/{id}/projects/", ALL);
export const {
  read: readGlossaryTerms,
  add: addGlossaryTerms,
  replace: replaceGlossaryTerms,
  change: changeGlossaryTerms,
  remove: removeGlossaryTerms,
} = gone("/api/glossary/{id}/terms/", ALL);
export const {
  read: readGlossaryTerm,
  add: addGlossaryTerm,
  replace: replaceGlossaryTerm,
  change: changeGlossaryTerm,
  remove: removeGlossaryTerm,
} = gone("/api/glossary/{id}/terms/{term}/", TERM);

/** What every one of these addresses answers. @throws NotFound always */
export async function glossaryIsGone(): Promise<never> {
  throw new NotFound(refusal("apiGlossary", { address: "/api/translations/{project}/{component}/{language}/units/" }));
}
