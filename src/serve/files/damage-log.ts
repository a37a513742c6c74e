import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { noteDamage } from '#src/publish/release/index.ts';
import type { OnDamage } from './verified-files.ts';

/** Maximum number of files that a process reports. A failing disk may damage every file. */
const MAX_REPORTED = 1000;

/**
 * Reports each damaged file once: in the log, and in the note that the next rebuild reads. The server itself never
 * changes releases, and may lack the permission to do so.
 * @param brandFolder `var/<brand>`
 */
export function createDamageLog(brand: string, brandFolder: string, log: Log): OnDamage {
  const reportedFiles = new Set<string>();
  return (damaged) => {
    if (reportedFiles.has(damaged.file) || reportedFiles.size >= MAX_REPORTED) return;
    reportedFiles.add(damaged.file);
    const remedy = `The next rebuild renders it again: npm run rebuild -- --brand ${brand}`;
    log.error(`a file of the live release is damaged. ${remedy}`, {
      brand,
      ...damaged,
      damagedFiles: reportedFiles.size,
    });
    noteDamage(brandFolder, damaged).catch((error: unknown) => {
      log.warn(`the damaged file could not be noted for the next rebuild: ${messageOf(error)}`, {
        brand,
        path: damaged.path,
      });
    });
  };
}
