import { problemText } from '#src/brand/check/problem.ts';
import { recordLastGood } from '#src/brand/last-good.ts';
import { type BrandSet, type BrokenBrand, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';

/** The problems with a brand, one per line. */
export const brokenText = ({ problems }: BrokenBrand): string => problems.map(problemText).join('\n');

/**
 * Writes the problems with broken brands to standard error.
 * @returns the exit code for a command about all brands
 */
export function reportBroken({ broken }: Pick<BrandSet, 'broken'>): number {
  for (const brand of broken) process.stderr.write(`${brokenText(brand)}\n`);
  return broken.length > 0 ? EXIT.usage : EXIT.done;
}

/**
 * Reads the brands for a long-running program. Logs the broken brands, and records the brands without problems as a
 * fallback if they break later.
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

/** Records the brands as a fallback. Only logs a failure, for example because the disk is full. */
export async function recordBrands({ sound }: BrandSet, state: string, log: Log): Promise<void> {
  for (const brand of sound) {
    try {
      await recordLastGood(state, brand);
    } catch (error) {
      log.warn('the brand could not be recorded', { brand: brand.id, reason: messageOf(error) });
    }
  }
}
