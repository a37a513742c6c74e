import { createLog, type Log } from '#src/lib/log.ts';

/** A log whose lines a test can read. */
export function recordingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog('debug', (line) => lines.push(line.trim())), lines };
}
