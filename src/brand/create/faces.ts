import type { BrandData } from '../schema.ts';

/** A heading font packaged by Fontsource. */
export interface Face {
  readonly family: string;
  readonly fallback: BrandData['displayFace']['fallback'];
  /** Weight of headings, as passed to `fontsource()`. */
  readonly weight: number;
  /** Subsets in addition to latin. */
  readonly more: readonly ('latin-ext' | 'vietnamese')[];
}

const WITH_VIETNAMESE = ['latin-ext', 'vietnamese'] as const;

const sans = (family: string, weight: number, more: Face['more'] = WITH_VIETNAMESE): Face => ({
  family,
  fallback: 'sans-serif',
  weight,
  more,
});
const serif = (family: string, weight: number): Face => ({ ...sans(family, weight), fallback: 'serif' });

/** The installed fonts, by package name. */
export const FACES: Readonly<Record<string, Face>> = {
  'cormorant-garamond': serif('Cormorant Garamond', 600),
  fraunces: serif('Fraunces', 600),
  'ibm-plex-sans': sans('IBM Plex Sans', 600),
  lexend: sans('Lexend', 700),
  literata: serif('Literata', 600),
  'nunito-sans': sans('Nunito Sans', 800),
  oswald: sans('Oswald', 600),
  outfit: sans('Outfit', 700, ['latin-ext']),
  'playfair-display': serif('Playfair Display', 500),
  quicksand: sans('Quicksand', 600),
  rubik: sans('Rubik', 700, ['latin-ext']),
  'space-grotesk': sans('Space Grotesk', 700),
};

export const DEFAULT_FACE = 'outfit';

/** The files of a font below `node_modules`, latin first. */
export const faceFiles = (name: string, { weight, more }: Face): string[] =>
  ['latin', ...more].map((subset) => `@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`);
