import {
  BookOpen,
  History as Clock,
  Image,
  Languages as Letters,
  MessageSquare,
  MessageSquarePlus,
  Rows3,
  WandSparkles,
} from "lucide-react";
import { later } from "../../later";
import { Machine } from "./machine";
import type { Panel } from "./panel";
import type { ContextTab } from "./tabs";

const Comments = later(() => import("./comments").then(({ Comments }) => Comments));
const Glossary = later(() => import("./glossary").then(({ Glossary }) => Glossary));
const History = later(() => import("./history").then(({ History }) => History));
const Languages = later(() => import("./languages").then(({ Languages }) => Languages));
const Nearby = later(() => import("./nearby").then(({ Nearby }) => Nearby));
const Screenshots = later(() => import("./screenshots").then(({ Screenshots }) => Screenshots));
const Suggestions = later(() => import("./suggestions").then(({ Suggestions }) => Suggestions));

/** Every panel beside the string; a new one is a line here, a name in `tabs.ts`, and a file. */
export const PANELS: Readonly<Record<ContextTab, Panel>> = {
  automatic: {
    label: "editor.tab.automatic",
    icon: WandSparkles,
    count: ({ machine }) => machine.rows.length,
    body: { early: Machine },
    offered: (head) => head.mayAsk,
  },
  glossary: {
    label: "editor.tab.glossary",
    icon: BookOpen,
    count: ({ context }) => context?.terms.length,
    body: { late: Glossary },
  },
  suggestions: {
    label: "editor.tab.suggestions",
    icon: MessageSquarePlus,
    count: ({ context }) => context?.suggestions.length,
    body: { late: Suggestions },
  },
  comments: {
    label: "editor.tab.comments",
    icon: MessageSquare,
    count: ({ context }) => context?.comments.filter((comment) => !comment.resolved).length,
    body: { late: Comments },
  },
  languages: {
    label: "editor.tab.languages",
    icon: Letters,
    count: ({ context }) => context?.languages.length,
    body: { late: Languages },
  },
  // Nearly every string has neighbours: what is worth a number is the same text elsewhere.
  nearby: {
    label: "editor.tab.nearby",
    icon: Rows3,
    count: ({ context }) => context?.same.length,
    body: { late: Nearby },
  },
  screenshots: {
    label: "editor.tab.screenshots",
    icon: Image,
    count: ({ context }) => context?.shots.length,
    body: { late: Screenshots },
  },
  history: {
    label: "editor.tab.history",
    icon: Clock,
    count: ({ context }) => context?.history.length,
    body: { late: History },
  },
};
