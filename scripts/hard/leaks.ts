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
 * Finds what a response must not contain: a stack, a path on this machine, or the name or host of another brand.
 * @param brand the brand of the requested host; undefined for an unknown host
 * @returns a description of the leak; undefined if there is none
 */
export function leakIn(text: string, brand: HardBrand | undefined): string | undefined {
  for (const path of [ROOT, tmpdir()]) if (text.includes(path)) return `it contains the path ${path}`;
  for (const trace of TRACES) {
    const found = trace.exec(text)?.[0];
    if (found !== undefined) return `it holds ${JSON.stringify(found.slice(0, 80))}`;
  }
  const small = brand === undefined ? '' : withoutOwners(text).toLowerCase();
  const name = brand?.others.find((other) => small.includes(other));
  return name === undefined ? undefined : `it names another brand: ${name}`;
}

/**
 * Removes the places in which a page may name another brand: the origin of the brand with the canonical page, and the
 * list of brands that offer a book (docs/decisions/0009-books-shared-by-brands.md).
 */
function withoutOwners(text: string): string {
  const canonical = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(text)?.[1];
  const page = canonical === undefined ? text : text.replaceAll(canonical, '');
  return page.replaceAll(/"brands":\[[^\]]*\]/g, '');
}
