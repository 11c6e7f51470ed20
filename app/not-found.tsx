import type { Metadata } from "next";
import { LinkButton } from "./ui/link-button";
import { Page } from "./ui/page-body";
import { SearchBox } from "./ui/search-box";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <Page
      title="There is nothing here"
      lead="404: the address may be mistyped, the object may have been renamed or removed, or you may not see it."
      narrow
    >
      <div className="panel grid gap-4 p-4">
        <SearchBox id="search-missing" />
        <div className="flex flex-wrap gap-2">
          <LinkButton href="/projects/" kind="primary">
            Browse projects
          </LinkButton>
          <LinkButton href="/accounts/login/">Sign in as somebody else</LinkButton>
          <LinkButton href="/">Home</LinkButton>
        </div>
      </div>
    </Page>
  );
}
