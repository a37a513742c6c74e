import { problemText } from '#src/brand/check/problem.ts';
import { recordLastGood } from '#src/brand/last-good.ts';
import { type BrandSet, type BrokenBrand, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { printError } from '#src/lib/print.ts';

/** Formats the problems with a brand, one per line. */
export const brokenText = ({ problems }: BrokenBrand): string => problems.map(problemText).join('\n');

/**
 * Writes the problems with broken brands to standard error.
 * @returns the exit code of a command that applies to all brands
 */
export function reportBroken({ broken }: Pick<BrandSet, 'broken'>): number {
  for (const brand of broken) printError(`${brokenText(brand)}\n`);
  return broken.length > 0 ? EXIT.usage : EXIT.done;
}

/**
 * Reads the brands for a long-running program and logs the broken ones. Records the configurations of the valid brands,
 * for use if these brands break later.
 */
export async function readRecordedBrands(config: Pick<Config, 'brands' | 'state'>, log: Log): Promise<BrandSet> {
  const brands = await readBrands(config);
  for (const brand of brands.broken) {
    const { id, lastGood, problems } = brand;
    const served = lastGood ? 'its last valid configuration is served' : 'it is not served';
    log.error(`the brand is broken, ${served}`, { brand: id, problems: problems.map(problemText) });
  }
  await recordBrands(brands, config.state, log);
  return brands;
}

/**
 * Records the configurations of the brands for use if they break. If that fails, such as on a full disk, only logs it.
 */
export async function recordBrands({ sound }: BrandSet, state: string, log: Log): Promise<void> {
  for (const brand of sound) {
    try {
      await recordLastGood(state, brand);
    } catch (error) {
      log.warn('the brand could not be recorded', { brand: brand.id, reason: messageOf(error) });
    }
  }
}
