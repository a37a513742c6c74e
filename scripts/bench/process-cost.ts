import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * This module is loaded with `--import`. When the process ends, it writes the resources that the process has used to
 * the file descriptor given in the environment.
 */
const descriptor = process.env['LECTERN_COST_FD'];

if (descriptor !== undefined && isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cost = { mebibytes: maxRSS / 1024, processorSeconds: (userCPUTime + systemCPUTime) / 1e6 };
    writeSync(Number(descriptor), JSON.stringify(cost));
  });
}
