/**
 * Stands in the browser for what CodeMirror's commands know of programming languages (`next.config.mjs`). The commands of
 * a text field, undo and moving the caret, never ask for it, and it would be 16 KB of the editor's script.
 */
const never = undefined;

export {
  never as getIndentation,
  never as getIndentUnit,
  never as IndentContext,
  never as indentString,
  never as indentUnit,
  never as matchBrackets,
  never as NodeProp,
  never as syntaxTree,
};
