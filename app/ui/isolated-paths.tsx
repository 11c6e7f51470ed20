import { Fragment } from "react";

/** Where something stands, at the beginning of a line: a file with any name, and its line. */
const PLACE = /^[^\n]+?:\d+(?=: )/;

/** Paths, file names and addresses inside of a sentence. */
const PATH =
  /((?:[a-z]+:\/)?[\w@+~*%.-]*(?:\/[\w@+~*%.-]+)+\/?(?::\d+)*|[\w@+~*%-]+(?:\.[\w@+~*%-]+)*\.[A-Za-z*]\w*(?::\d+)*)/;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A line in pieces, every other one of them a path; those at the ends may be empty. */
export function piecesWithPaths(line: string): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line];
  const place = PLACE.exec(line)?.[0] ?? "";
  const pieces = line.slice(place.length).split(PATH);
  return place ? ["", place, ...pieces] : pieces;
}

/**
 * A line in which paths are read from left to right, whatever direction it has, and say nothing of that direction: it is
 * what the words around them are.
 */
export function IsolatedPaths({ line }: { line: string }) {
  return piecesWithPaths(line).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never move
      <bdi key={index} dir="ltr">
        {piece}
      </bdi>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never move
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
