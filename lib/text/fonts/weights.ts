/** Names of weights, and what they are as numbers. */
export const FONT_WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["thin", 100],
  ["extra-light", 200],
  ["light", 300],
  ["normal", 400],
  ["regular", 400],
  ["medium", 500],
  ["semi-bold", 600],
  ["bold", 700],
  ["extra-bold", 800],
  ["black", 900],
]);
