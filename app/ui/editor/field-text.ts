import type { EditorFinding, EditorUnit } from "@/lib/domain/editor/unit";

/** What both kinds of fields are given. */
export interface FieldTextProps {
  unit: EditorUnit;
  form: number;
  text: string;
  findings: readonly EditorFinding[];
  readOnly: boolean;
  /** Whether the string has more fields than this one. */
  several: boolean;
  attributes: { id: string; "aria-label": string; "aria-describedby": string; lang: string; dir: string } & Record<
    `aria-${string}`,
    string
  >;
  onFocus: () => void;
  /** Something was typed, with the caret behind it. */
  onTyped: () => void;
  /** The caret was moved otherwise, or taken away. */
  onMoved: () => void;
  /** A key was pressed; true when it is not for the field. */
  onKey: (event: KeyboardEvent) => boolean;
}
