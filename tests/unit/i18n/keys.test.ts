import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishTexts } from '../../helpers/texts.ts';

const root = new URL('../../../src/', import.meta.url).pathname;
const texts = englishTexts();
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const existingKeys = new Set(
  Object.entries(texts).flatMap(([area, keys]) => Object.keys(keys).map((key) => `${area}:${withoutPlural(key)}`)),
);

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|astro)$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));

/** A pattern for a key in the code. A part that is inserted at run time matches anything. */
const pattern = (written: string) =>
  new RegExp(
    `^${written.replaceAll(/\$\{[^}]*\}|[.*+?^()|[\]\\]/g, (piece) => (piece.startsWith('$') ? '.+' : `\\${piece}`))}$`,
  );

interface Use {
  readonly file: string;
  readonly matches: RegExp;
  readonly written: string;
}

const areas = Object.keys(texts).join('|');

/** Keys with their area, anywhere in the code: `'listing:empty'`, `` `seo:${kind}-title` ``. */
const qualifiedKeys: Use[] = sources.flatMap(({ file, code }) =>
  [...code.matchAll(new RegExp(`['"\`]((?:${areas}):[\\w$-][^'"\`\\s]*)['"\`]`, 'g'))].map(([, written = '']) => ({
    file,
    written,
    matches: pattern(written),
  })),
);

/** Keys without an area: islands get the texts of a single area, so they omit it. */
const short: Use[] = sources
  .filter(({ file }) => /^(features|shell)\//.test(file))
  .flatMap(({ file, code }) =>
    // The second expression finds the branches of `x === 'a' ? 'b' : 'c'` one by one.
    [...code.matchAll(/['"`]([a-z][\w${}.?' -]*)['"`]/g), ...code.matchAll(/'([a-z][\w-]*)'/g)].map(
      ([, written = '']) => ({
        file,
        written,
        matches: new RegExp(`^(?:${areas}):${pattern(written).source.slice(1)}`),
      }),
    ),
  );

/** Keys that islands look up by `t('key')`. */
const lookedUpKeys: Use[] = sources
  .filter(({ file }) => /^(?:features|shell)\/.*(?:\.tsx$|\/island\/)|^features\/reader\/.+\//.test(file))
  .flatMap(({ file, code }) =>
    [...code.matchAll(/\bt\(\s*['"`]([^'"`]+)['"`]/g)].map(([, written = '']) => ({
      file,
      written,
      matches: new RegExp(`^(?:${areas}):${pattern(written).source.slice(1)}`),
    })),
  );

const isKnown = ({ matches }: Use) => [...existingKeys].some((key) => matches.test(key));
const place = ({ file, written }: Use) => `${file}: ${written}`;

describe('text keys', () => {
  it('exist in the text files if the code uses them', () => {
    expect([...qualifiedKeys, ...lookedUpKeys].filter((use) => !isKnown(use)).map(place)).toEqual([]);
  });

  it('are all used in code', () => {
    const uses = [...qualifiedKeys, ...short];
    expect([...existingKeys].filter((key) => !uses.some(({ matches }) => matches.test(key)))).toEqual([]);
  });

  it('contain only valid placeholder names', () => {
    const odd = Object.values(texts)
      .flatMap((area) => Object.values(area))
      .filter((text) => text.replaceAll(/\{\{\w+\}\}/g, '').match(/[{}]|\$t\(/));
    expect(odd).toEqual([]);
  });
});
