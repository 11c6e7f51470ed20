"use client";

import { Button } from "./ui/button";
import { CodeBlock } from "./ui/code-block";
import { LinkButton } from "./ui/link-button";
import { Page } from "./ui/page-body";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Page
      title="Something went wrong here"
      lead="500: this is our fault, not yours. What you had typed is still in the form when you go back."
      narrow
    >
      <title>Something went wrong — Loquat</title>
      <div className="panel grid gap-4 p-4">
        <div className="flex flex-wrap gap-2">
          <Button type="button" kind="primary" onClick={reset}>
            Try again
          </Button>
          <LinkButton href="/">Home</LinkButton>
        </div>
        {error.digest ? (
          <div>
            <p className="mb-1 text-table text-ink-2">
              Tell an administrator this number; the server's log has the rest under it.
            </p>
            <CodeBlock text={error.digest} label="Copy number" />
          </div>
        ) : null}
      </div>
    </Page>
  );
}
