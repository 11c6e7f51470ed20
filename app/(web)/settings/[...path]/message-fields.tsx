import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";

export function MessageFields({ component }: { component: ComponentRow }) {
  const messages = [
    ["commit_message", "Translation", component.commitMessage],
    ["add_message", "New language", component.addMessage],
    ["delete_message", "Removed language", component.deleteMessage],
    ["merge_message", "Merge", component.mergeMessage],
    ["addon_message", "Add-on", component.addonMessage],
    ["pull_message", "Pull request", component.pullMessage],
  ] as const;
  return (
    <>
      {messages.map(([name, label, value]) => (
        <TextArea
          key={name}
          label={label}
          name={name}
          defaultValue={value}
          mono
          rows={Math.min(8, value.split("\n").length + 1)}
        />
      ))}
    </>
  );
}
