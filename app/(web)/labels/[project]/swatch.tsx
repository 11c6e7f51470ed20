/** A dot in the colour of a label. */
export function Swatch({ color }: { color: string }) {
  return (
    <svg aria-hidden width="16" height="16" viewBox="0 0 16 16" className="shrink-0">
      <circle cx="8" cy="8" r="7" fill={color} stroke="currentColor" strokeOpacity="0.35" />
    </svg>
  );
}
