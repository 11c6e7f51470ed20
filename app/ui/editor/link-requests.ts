import type { LinkOutcome, LinkRequest } from "@/lib/domain/editor/link-string";
import { post, type Refusal } from "./requests";

/** Lets a string go its own way or not, or takes an edit back where it went on to. */
export const sendLink = (request: LinkRequest): Promise<LinkOutcome | Refusal> => post("link", request);
