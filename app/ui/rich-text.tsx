import { createElement, Fragment } from "react";
import type { RichNode } from "@/lib/text/rich-text";

const ELEMENTS = {
  emphasis: "em",
  strong: "strong",
  quote: "blockquote",
  item: "li",
  paragraph: "p",
  heading: "p",
} as const;

const CLASSES: Readonly<Record<string, string>> = {
  heading: "font-semibold",
  quote: "border-s-2 border-line-strong ps-3 text-ink-2",
};

function Node({ node }: { node: RichNode }) {
  switch (node.kind) {
    case "text":
      return node.text;
    case "break":
      return <br />;
    case "rule":
      return <hr className="border-line" />;
    case "code":
      return <code className="rounded-control bg-sunken px-1 font-mono text-meta break-words">{node.text}</code>;
    case "block":
      return (
        <pre className="whitespace-pre-wrap break-words rounded-control bg-sunken p-2 font-mono text-meta">
          {node.text}
        </pre>
      );
    case "mention":
      return (
        <a href={node.href} className="link font-medium">
          {node.text}
        </a>
      );
    case "link":
      return (
        <a href={node.href} target="_blank" rel="nofollow noopener noreferrer" className="link break-words">
          <Nodes nodes={node.children} />
        </a>
      );
    case "list":
      return node.first === null ? (
        <ul className="list-disc ps-5">
          <Nodes nodes={node.children} />
        </ul>
      ) : (
        <ol start={node.first} className="list-decimal ps-5">
          <Nodes nodes={node.children} />
        </ol>
      );
    default:
      return createElement(ELEMENTS[node.kind], { className: CLASSES[node.kind] }, <Nodes nodes={node.children} />);
  }
}

function Nodes({ nodes }: { nodes: readonly RichNode[] }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
    <Fragment key={index}>
      <Node node={node} />
    </Fragment>
  ));
}

/** Markdown that somebody wrote, as elements: nothing of it is ever read as HTML. */
export function RichText({ nodes }: { nodes: readonly RichNode[] }) {
  return (
    <div dir="auto" className="grid gap-1.5 break-words whitespace-pre-line [&>*]:min-w-0">
      <Nodes nodes={nodes} />
    </div>
  );
}
