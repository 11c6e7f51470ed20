"use client";

import { useEffect, useRef, useState } from "react";
import type { TaskLook } from "./task-look";
import { TaskRow } from "./task-row";

const PAUSE_MS = 700;

/**
 * A background task as it happens: stage, percent, log. Asks a thin route beside the page; without script the page
 * shows how it stood when it was loaded.
 */
export function TaskProgress({
  task,
  title,
  refresh = true,
  openLog = false,
}: {
  task: TaskLook;
  title: string;
  refresh?: boolean;
  openLog?: boolean;
}) {
  const [look, setLook] = useState(task);
  const wasRunning = useRef(!task.completed);
  useEffect(() => {
    if (look.completed) {
      // The page around it shows what the task has changed.
      if (refresh && wasRunning.current) window.location.reload();
      return;
    }
    let stopped = false;
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`/tasks/${look.id}/state/`, { headers: { accept: "application/json" } });
        if (answer.ok && !stopped) setLook((await answer.json()) as TaskLook);
        else if (!stopped) setLook({ ...look });
      } catch {
        if (!stopped) setLook({ ...look });
      }
    }, PAUSE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [look, refresh]);
  return <TaskRow look={look} title={title} openLog={openLog} />;
}
