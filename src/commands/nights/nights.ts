import { type Brand, type BrandSet, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { print } from '#src/lib/print.ts';
import { nightsText, readNights } from '#src/publish/nights/index.ts';
import { reportBroken } from '../brand/broken-brands.ts';
import { checkNights, isTrouble } from './night-check.ts';

interface NightsArguments {
  readonly brand?: string | undefined;
  readonly last: string;
  readonly check: boolean;
  readonly within: string;
  readonly json: boolean;
}

const NO_BRANDS: BrandSet = { sound: [], broken: [], served: [] };

/**
 * Prints the recorded rebuilds, newest first, or checks that every brand's last nightly rebuild took place.
 * @returns the exit code
 */
export async function nightsOf(args: NightsArguments): Promise<number> {
  const { brand, json } = args;
  const last = numberOf(args.last, '--last', 999_999);
  const withinHours = numberOf(args.within, '--within', 8760);
  const config = getConfig(process.env);
  // Only a check and `--brand` need the brands. The record also contains runs of removed brands.
  const all = args.check || brand !== undefined ? await readBrands(config) : NO_BRANDS;
  const chosen = brand === undefined ? all.sound : [brandById(all, brand)];
  if (args.check) {
    const code = await check(config, chosen, withinHours, json);
    return Math.max(code, brand === undefined ? reportBroken(all) : EXIT.done);
  }
  const nights = readNights(config.state, { brand, last });
  print(`${json ? JSON.stringify(nights) : nightsText(nights)}\n`);
  return EXIT.done;
}

async function check(config: Config, brands: readonly Brand[], withinHours: number, json: boolean): Promise<number> {
  const log = createLog('info');
  const checked = await checkNights({ config, brands, withinHours, log, now: new Date() });
  const lines = checked.map(({ brand, outcome, reasons }) => [`${brand}: ${outcome}`, ...reasons].join('\n    '));
  print(`${json ? JSON.stringify(checked) : lines.join('\n')}\n`);
  return checked.some(isTrouble) ? EXIT.failure : EXIT.done;
}

function numberOf(text: string, name: string, max: number): number {
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw new ConfigError(`${name} is ${text}. Give a whole number from 1 to ${max}.`);
}
