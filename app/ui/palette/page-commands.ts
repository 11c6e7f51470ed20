/** Commands that the page offers while it is open, which the palette runs beside leading to places. */

export interface PageCommand {
  label: string;
  /** Its key, as it is printed on keyboards; "" where it has none. */
  keys: string;
  /** Does it, with the focus where it was before the palette opened. */
  run(): void;
}

type Offer = () => readonly PageCommand[];

let offered: Offer | undefined;

/** Offers commands, which are asked for at each opening. Gives what withdraws them. */
export function offerCommands(offer: Offer): () => void {
  offered = offer;
  return () => {
    if (offered === offer) offered = undefined;
  };
}

/** What the page offers now. */
export const pageCommands = (): readonly PageCommand[] => offered?.() ?? [];
