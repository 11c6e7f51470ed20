import type { JobResult } from "@/lib/platform/readers/reader-job";
import { pageTexts } from "@/lib/text/page-texts/page-texts";
import { inTaskReader } from "../repository-files";

/** Texts of HTML pages from outside, read in a process of its own: nobody knows what a selector costs on a page. */

interface PageToRead {
  html: string;
  selector: string;
}

export const PAGE_JOBS = {
  pageTexts: ({ html, selector }: PageToRead): JobResult => ({ value: pageTexts(html, selector) }),
};

/** Texts of the elements of a page that a selector matches. @throws TooCostly */
export async function textsOfPage(page: PageToRead): Promise<string[]> {
  return (await inTaskReader<string[]>("pageTexts", page)).value;
}
