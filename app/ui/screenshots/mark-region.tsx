"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { type Picture, type Region, ShotView } from "./shot-view";

const STEP = 8;

/** Keeps a region inside of its picture, at least a pixel in size. */
function inside([x, y, width, height]: Region, { width: w, height: h }: Picture): Region {
  const [wide, high] = [Math.min(Math.max(1, width), w), Math.min(Math.max(1, height), h)];
  return [Math.min(Math.max(0, x), w - wide), Math.min(Math.max(0, y), h - high), wide, high];
}

/** Marks where the string stands: drawn with a pointer, or moved and resized with the arrow keys. */
export function MarkRegion({
  shot,
  busy,
  onMark,
  onClose,
}: {
  shot: Picture & { region: Region | null };
  busy: boolean;
  onMark: (region: Region | null) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const ground = useRef<HTMLButtonElement>(null);
  const start = useRef<readonly [number, number]>(undefined);
  const [region, setRegion] = useState<Region>(
    shot.region ?? [Math.round(shot.width / 4), Math.round(shot.height / 4), Math.round(shot.width / 2), 40],
  );
  // Whoever asked to mark goes on with the arrow keys.
  useEffect(() => ground.current?.focus(), []);
  const at = (event: React.PointerEvent): readonly [number, number] => {
    const box = ground.current?.getBoundingClientRect();
    if (!box) return [0, 0];
    const along = (place: number, from: number, length: number, pixels: number) =>
      Math.round(Math.min(1, Math.max(0, (place - from) / length)) * pixels);
    return [
      along(event.clientX, box.left, box.width, shot.width),
      along(event.clientY, box.top, box.height, shot.height),
    ];
  };
  const draw = (event: React.PointerEvent) => {
    const from = start.current;
    if (!from) return;
    const [x, y] = at(event);
    const next: Region = [Math.min(from[0], x), Math.min(from[1], y), Math.abs(x - from[0]), Math.abs(y - from[1])];
    setRegion(inside(next, shot));
  };
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [dx, dy] = [(step[0] ?? 0) * STEP, (step[1] ?? 0) * STEP];
    const [x, y, width, height] = region;
    setRegion(inside(event.shiftKey ? [x, y, width + dx, height + dy] : [x + dx, y + dy, width, height], shot));
  };
  return (
    <div className="grid gap-2">
      <p className="text-table text-ink-2" id="mark-help">
        {t("shots.markHelp")}
      </p>
      <button
        ref={ground}
        type="button"
        aria-label={t("shots.markBox")}
        aria-describedby="mark-help"
        onKeyDown={move}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = at(event);
        }}
        onPointerMove={draw}
        onPointerUp={(event) => {
          draw(event);
          start.current = undefined;
        }}
        className="block touch-none cursor-crosshair text-start"
      >
        <ShotView shot={shot} marks={[{ region }]} />
      </button>
      <div className="flex flex-wrap gap-2">
        <Button type="button" kind="primary" small disabled={busy} onClick={() => onMark(region)}>
          {t("shots.markSave")}
        </Button>
        {shot.region ? (
          <Button type="button" small disabled={busy} onClick={() => onMark(null)}>
            {t("shots.markRemove")}
          </Button>
        ) : null}
        <Button type="button" small onClick={onClose}>
          {t("shots.cancel")}
        </Button>
      </div>
    </div>
  );
}
