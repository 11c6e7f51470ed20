import { encode } from "uqr";

/** Modules of quiet space around a code that readers want (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code, drawn on the server: dark on white in every theme, as readers want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const dark = data.flatMap((cells, y) => cells.flatMap((cell, x) => (cell ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
