import { LogIn } from "lucide-react";
import { useTexts } from "#texts";
import { environment } from "@/lib/platform/environment";
import { urls } from "@/lib/urls";
import { LinkButton } from "./link-button";
import { path } from "./paths";

/** Buttons of the services that people may sign in with; nothing where there are none. */
export function Providers({ next }: { next: string }) {
  const t = useTexts();
  const { providers } = environment().signIn;
  if (providers.length === 0) return null;
  return (
    <ul className="grid gap-2 border-t border-line pt-4">
      {providers.map(({ id, name }) => (
        <li key={id} className="grid">
          <LinkButton href={path(urls.withProvider(id, next))} className="min-w-0 whitespace-normal">
            <LogIn aria-hidden size={16} className="shrink-0" />
            {t("signIn.with", { provider: name })}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
