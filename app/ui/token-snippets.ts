import { urls } from "@/lib/urls";

/** Ready-made commands for a new token; {key} stands for the key. */
export function tokenSnippets(): { label: string; template: string }[] {
  return [
    { label: "curl", template: `curl -H "Authorization: Token {key}" ${urls.api()}projects/` },
    {
      label: "wlc (~/.config/weblate)",
      template: `[weblate]\nurl = ${urls.api()}\n\n[keys]\n${urls.api()} = {key}`,
    },
  ];
}
