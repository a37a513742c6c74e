import { problemText } from '#src/brand/check/problem.ts';
import { recordLastGood } from '#src/brand/last-good.ts';
import { type BrandSet, type BrokenBrand, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';

/** What is wrong with a brand, a line for each problem. */
export const brokenText = ({ problems }: BrokenBrand): string => problems.map(problemText).join('\n');

/** Writes what is wrong with brands to standard error. @returns the exit code of a command about all brands */
export function reportBroken({ broken }: Pick<BrandSet, 'broken'>): number {
  for (const brand of broken) process.stderr.write(`${brokenText(brand)}\n`);
  return broken.length > 0 ? EXIT.usage : EXIT.done;
}

/** For programs that run on: the broken brands are logged, and the sound ones recorded for the day on which they break. */
export async function readRecordedBrands(config: Pick<Config, 'brands' | 'state'>, log: Log): Promise<BrandSet> {
  const brands = await readBrands(config);
  for (const brand of brands.broken) {
    const { id, lastGood, problems } = brand;
    const served = lastGood ? 'it is served as it was when it was last loaded' : 'it is not served';
    log.error(`the brand is broken, ${served}`, { brand: id, problems: problems.map(problemText) });
  }
  await recordBrands(brands, config.state, log);
  return brands;
}

/** Failing to record a brand, as on a full disk, fails nothing else. */
export async function recordBrands({ sound }: BrandSet, state: string, log: Log): Promise<void> {
  for (const brand of sound) {
    try {
      await recordLastGood(state, brand);
    } catch (error) {
      log.warn('the brand could not be recorded', { brand: brand.id, reason: messageOf(error) });
    }
  }
}
