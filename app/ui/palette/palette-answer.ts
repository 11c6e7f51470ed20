/** What the palette shows. */

export interface PaletteHit {
  label: string;
  /** Where it belongs, in smaller letters. */
  detail?: string;
  href: string;
}

export interface PaletteGroup {
  title: string;
  hits: PaletteHit[];
}
