import { useTexts } from "#texts";
import { Setting } from "@/app/ui/settings/setting";
import { TextArea } from "@/app/ui/text-area";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { Follow } from "./follow";

export function MessageFields({ component, follow }: { component: ComponentRow; follow: Follow }) {
  const t = useTexts();
  const messages = [
    ["commit_message", t("componentSettings.message.commit"), component.commitMessage, "commitMessage"],
    ["add_message", t("componentSettings.message.add"), component.addMessage, "addMessage"],
    ["delete_message", t("componentSettings.message.delete"), component.deleteMessage, "deleteMessage"],
    ["merge_message", t("componentSettings.message.merge"), component.mergeMessage, "mergeMessage"],
    ["addon_message", t("componentSettings.message.addon"), component.addonMessage, "addonMessage"],
    ["pull_message", t("componentSettings.message.pull"), component.pullMessage, "pullMessage"],
  ] as const;
  return (
    <>
      {messages.map(([name, label, value, setting]) => (
        <Setting key={name} name={name}>
          <TextArea
            label={label}
            name={name}
            defaultValue={value}
            mono
            rows={Math.min(8, value.split("\n").length + 1)}
          />
          {follow(setting)}
        </Setting>
      ))}
    </>
  );
}
