import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishTexts } from '../../helpers/texts.ts';

const root = new URL('../../../src/', import.meta.url).pathname;
const texts = englishTexts();
const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const known = new Set(
  Object.entries(texts).flatMap(([area, keys]) => Object.keys(keys).map((key) => `${area}:${plain(key)}`)),
);

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|astro)$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));

/** What a key in the code stands for; a piece filled in at run time may be anything. */
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

/** Keys with their area, wherever they are written: `'listing:empty'`, `` `seo:${kind}-title` ``. */
const whole: Use[] = sources.flatMap(({ file, code }) =>
  [...code.matchAll(new RegExp(`['"\`]((?:${areas}):[\\w$-][^'"\`\\s]*)['"\`]`, 'g'))].map(([, written = '']) => ({
    file,
    written,
    matches: pattern(written),
  })),
);

/** Keys without area: islands get the texts of one area, and name them alone. */
const short: Use[] = sources
  .filter(({ file }) => /^(islands|components)\//.test(file))
  .flatMap(({ file, code }) =>
    [...code.matchAll(/['"`]([a-z][\w${}.?' -]*)['"`]/g)].map(([, written = '']) => ({
      file,
      written,
      matches: new RegExp(`^(?:${areas}):${pattern(written).source.slice(1)}`),
    })),
  );

/** Keys islands ask for by `t('key')`. */
const asked: Use[] = sources
  .filter(({ file }) => file.startsWith('islands/'))
  .flatMap(({ file, code }) =>
    [...code.matchAll(/\bt\(\s*['"`]([^'"`]+)['"`]/g)].map(([, written = '']) => ({
      file,
      written,
      matches: new RegExp(`^(?:${areas}):${pattern(written).source.slice(1)}`),
    })),
  );

const isKnown = ({ matches }: Use) => [...known].some((key) => matches.test(key));
const place = ({ file, written }: Use) => `${file}: ${written}`;

describe('text keys', () => {
  it('that the code asks for are there', () => {
    expect([...whole, ...asked].filter((use) => !isKnown(use)).map(place)).toEqual([]);
  });

  it('that are there are asked for', () => {
    const uses = [...whole, ...short];
    expect([...known].filter((key) => !uses.some(({ matches }) => matches.test(key)))).toEqual([]);
  });

  it('name only values that are spelled as values are', () => {
    const odd = Object.values(texts)
      .flatMap((area) => Object.values(area))
      .filter((text) => text.replaceAll(/\{\{\w+\}\}/g, '').match(/[{}]|\$t\(/));
    expect(odd).toEqual([]);
  });
});
