import { brandById, loadBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { nightsText, readNights } from '#src/nights/index.ts';

interface NightsArguments {
  readonly brand?: string | undefined;
  readonly last: string;
  readonly json: boolean;
}

/** The recorded runs, newest first. @returns what to print */
export async function nightsOf({ brand, last, json }: NightsArguments): Promise<string> {
  if (!/^[1-9]\d{0,5}$/.test(last)) throw new ConfigError(`--last is ${last}, and no number from 1 to 999999.`);
  const config = getConfig(process.env);
  if (brand !== undefined) brandById(await loadBrands(config.brands), brand);
  const nights = readNights(config.state, { brand, last: Number(last) });
  return `${json ? JSON.stringify(nights) : nightsText(nights)}\n`;
}
