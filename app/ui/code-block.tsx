import { CopyButton } from "./copy-button";

/** A piece of code or an address with a button to copy it. */
export function CodeBlock({ text, label }: { text: string; label?: string }) {
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3 sm:flex-row sm:items-start">
      <pre dir="ltr" className="min-w-0 grow overflow-x-auto whitespace-pre-wrap break-all font-mono text-table">
        {text}
      </pre>
      <div className="shrink-0">
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
