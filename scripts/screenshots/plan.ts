import type { Brand } from '#src/brand/registry.ts';
import { ConfigError } from '#src/lib/errors.ts';
import type { Screen } from './screen.ts';

export const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof SIZES;
export const MODES = ['day', 'night'] as const;
export type Mode = (typeof MODES)[number];

/** The brands for which every screen is captured. They are as different as possible. */
export const SHOWN = ['fingeread', 'moonovel'];

/** One screenshot to take. */
export interface Shot {
  readonly screen: Screen;
  readonly brand: string;
  readonly mode: Mode;
  readonly size: Size;
}

export interface Choice {
  readonly only: readonly string[];
  readonly brand: readonly string[];
}

/** @throws ConfigError for an unknown screen or brand */
export function planShots(
  screens: readonly Screen[],
  brands: readonly Pick<Brand, 'id'>[],
  { only, brand }: Choice,
): Shot[] {
  const ids = brands.map(({ id }) => id);
  refuseUnknown(
    '--only',
    only,
    screens.map(({ name }) => name),
  );
  refuseUnknown('--brand', brand, ids);
  const brandsOf = ({ everywhere }: Screen) => (brand.length > 0 ? brand : everywhere ? ids : SHOWN);
  return screens
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .flatMap((screen) => brandsOf(screen).flatMap((id) => variants(screen, id)));
}

const variants = (screen: Screen, brand: string): Shot[] =>
  MODES.flatMap((mode) => (['phone', 'wide'] as const).map((size) => ({ screen, brand, mode, size })));

function refuseUnknown(option: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ConfigError(`${option} is "${unknown}". Choose from: ${known.join(', ')}.`);
}

/** Path of a screenshot below var/screenshots. */
export const fileOf = ({ screen, brand, mode, size }: Shot) => `${screen.name}/${brand}-${mode}-${size}.png`;
