import { createLog, type Log } from '#src/lib/log.ts';

/** Creates a log that stores its lines for the test. */
export function recordingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog('debug', (line) => lines.push(line.trim())), lines };
}
