import { useTexts } from "#texts";
import { asCurl, TOKEN_PLACEHOLDER } from "@/lib/api/as-curl";
import { CodeBlock } from "./code-block";

/** A request of the API that does what was done here, to copy as a command or as its body alone. */
export function CopyAs({ title, method, url, body }: { title: string; method: string; url: string; body: unknown }) {
  const t = useTexts();
  return (
    <details className="panel">
      <summary className="flex min-h-11 list-none items-center px-4 text-table text-primary underline underline-offset-2">
        {title}
      </summary>
      <div className="grid gap-3 p-4 pt-0">
        <p className="text-table text-ink-2">{t("copyAs.note", { token: TOKEN_PLACEHOLDER })}</p>
        <CodeBlock text={asCurl(method, url, body)} label={t("copyAs.curl")} />
        <CodeBlock text={JSON.stringify(body, null, 2)} label={t("copyAs.json")} />
      </div>
    </details>
  );
}
