import { useTexts } from "#texts";
import { CodeBlock } from "@/app/ui/code-block";
import { DefinitionList } from "@/app/ui/definition-list";
import { RelativeTime } from "@/app/ui/relative-time";
import type { SshKeyView } from "@/lib/domain/ssh/keys";

/** A public key to be copied, and by what it is known again. */
export function KeyPanel({ view }: { view: Pick<SshKeyView, "publicKey" | "fingerprint" | "createdAt"> }) {
  const t = useTexts();
  return (
    <div className="panel grid gap-3 p-4">
      <CodeBlock text={view.publicKey} label={t("ssh.copyKey")} />
      <DefinitionList
        facts={[
          [
            t("ssh.fingerprint"),
            <bdi key="fingerprint" className="break-all font-mono text-meta">
              {view.fingerprint}
            </bdi>,
          ],
          [t("ssh.made"), <RelativeTime key="made" at={view.createdAt} />],
        ]}
      />
    </div>
  );
}
