import { useTexts } from "#texts";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";

export function MessageFields({ component }: { component: ComponentRow }) {
  const t = useTexts();
  const messages = [
    ["commit_message", t("componentSettings.message.commit"), component.commitMessage],
    ["add_message", t("componentSettings.message.add"), component.addMessage],
    ["delete_message", t("componentSettings.message.delete"), component.deleteMessage],
    ["merge_message", t("componentSettings.message.merge"), component.mergeMessage],
    ["addon_message", t("componentSettings.message.addon"), component.addonMessage],
    ["pull_message", t("componentSettings.message.pull"), component.pullMessage],
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
