/** A moment as it is drawn: exact, in words as its title, and how long ago it is; or the word for never. */
export type DrawnTime = { at: string; exact: string; ago: string } | string;

/** A moment in relative words, the exact time as its title. */
export function Time({ time }: { time: DrawnTime }) {
  if (typeof time === "string") return <span className="text-ink-3">{time}</span>;
  return (
    <time dateTime={time.at} title={time.exact} suppressHydrationWarning>
      {time.ago}
    </time>
  );
}
