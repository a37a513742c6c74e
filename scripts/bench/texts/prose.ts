import { ASIA } from './prose-asia.ts';
import { EAST } from './prose-east.ts';
import { WEST } from './prose-west.ts';

/** Sentences by language (BCP 47). */
export const PROSE: Readonly<Record<string, readonly string[]>> = { ...ASIA, ...WEST, ...EAST };
