import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { noteDamage } from '#src/release/index.ts';
import type { OnDamage } from './sound-files.ts';

/** A disk that fails may damage every file: so many are told of. */
const MOST_TOLD = 1000;

/**
 * Tells of each damaged file once, in the log and in the note that the next rebuild reads. This server changes no release,
 * and may not be allowed to.
 * @param brandFolder `var/<brand>`
 */
export function createDamageLog(brand: string, brandFolder: string, log: Log): OnDamage {
  const told = new Set<string>();
  return (damaged) => {
    if (told.has(damaged.file) || told.size >= MOST_TOLD) return;
    told.add(damaged.file);
    const remedy = `The next rebuild makes it anew: npm run rebuild -- --brand ${brand}`;
    log.error(`a file of the live release is damaged. ${remedy}`, { brand, ...damaged, damagedFiles: told.size });
    noteDamage(brandFolder, damaged).catch((error: unknown) => {
      log.warn(`it could not be noted for the next rebuild: ${messageOf(error)}`, { brand, path: damaged.path });
    });
  };
}
