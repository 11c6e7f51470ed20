import { type Sentence, worded } from "@/lib/text/messages/worded";

/** A sentence as the API says it. */
export const said = (sentence: Sentence | undefined): string | undefined => sentence && worded(sentence).message;
