import { tmpdir } from 'node:os';
import { ROOT } from '../testing/programs.ts';
import type { HardBrand } from './site.ts';

const TRACES = [
  /\n\s+at (async )?[\w.<>[\] ]+\(?(file|node|\/)[^\n]*:\d+:\d+/,
  /node_modules\//,
  /node:internal/,
  /ERR_[A-Z]+_[A-Z_]+/,
];

/**
 * What an answer must not hold: a stack, a path of this machine, the name or host of another brand.
 * @param brand whose host was asked, undefined for a host of none
 * @returns what was found, undefined where there is nothing
 */
export function leakIn(text: string, brand: HardBrand | undefined): string | undefined {
  for (const path of [ROOT, tmpdir()]) if (text.includes(path)) return `it holds the path ${path}`;
  for (const trace of TRACES) {
    const found = trace.exec(text)?.[0];
    if (found !== undefined) return `it holds ${JSON.stringify(found.slice(0, 80))}`;
  }
  const small = brand === undefined ? '' : withoutOwners(text).toLowerCase();
  const name = brand?.others.find((other) => small.includes(other));
  return name === undefined ? undefined : `it names another brand: ${name}`;
}

/**
 * A text without what may name another brand: the origin of the brand that has the canonical page, and the brands that
 * offer a book (docs/decisions/0009-books-of-brands.md).
 */
function withoutOwners(text: string): string {
  const canonical = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(text)?.[1];
  const page = canonical === undefined ? text : text.replaceAll(canonical, '');
  return page.replaceAll(/"brands":\[[^\]]*\]/g, '');
}
