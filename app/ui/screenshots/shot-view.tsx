/** x, y, width and height in pixels. */
export type Region = readonly [number, number, number, number];

/** An image of the file store, as pages show it. */
export interface Picture {
  name: string;
  /** Its address. */
  url: string;
  width: number;
  height: number;
}

const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** A screenshot with the places of strings outlined, each with its number when it has one. */
export function ShotView({ shot, marks }: { shot: Picture; marks: readonly { region: Region; number?: number }[] }) {
  return (
    <span className="relative block overflow-hidden rounded-control border border-line">
      {/* biome-ignore lint/performance/noImgElement: the picture is private and comes from the file store as it is */}
      <img
        src={shot.url}
        alt={shot.name}
        width={shot.width}
        height={shot.height}
        loading="lazy"
        className="h-auto w-full"
      />
      {marks.map(({ region: [x, y, width, height], number }) => (
        <span
          key={`${number ?? 0} ${x} ${y} ${width} ${height}`}
          aria-hidden
          className="absolute rounded-[2px] outline-3 outline-failing ring-2 ring-bg"
          style={{
            left: share(x, shot.width),
            top: share(y, shot.height),
            width: share(width, shot.width),
            height: share(height, shot.height),
          }}
        >
          {number === undefined ? null : (
            <span className="absolute start-0 top-0 min-w-4 bg-failing px-1 text-center text-meta leading-4 font-semibold text-on-primary">
              {number}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
