import { type ForgeReader, member, needed, OTHER_EVENT, PayloadError, text, withAndWithoutGit } from "../notification";

/** Push notifications of Pagure; the contract 7.3 and 7.5. */
export const readPagure: ForgeReader = (_headers, payload) => {
  if (text(payload, "topic") !== "git.receive" || member(payload, "msg") === undefined) return OTHER_EVENT;
  const instance = needed(payload, "msg", "pagure_instance");
  const project = needed(payload, "msg", "project_fullname");
  const branch = needed(payload, "msg", "branch");
  if (!URL.canParse(instance)) throw new PayloadError("msg.pagure_instance is not an address.");
  const { host } = new URL(instance);
  return {
    service: "Pagure",
    repository: `https://${host}/${project}`,
    candidates: withAndWithoutGit([`https://${host}/${project}`, `ssh://git@${host}/${project}`]),
    branch,
    fullName: project,
  };
};
