import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SHOWN = 'src/{components,islands,layouts,pages,seo,stores,views}/**/*.{ts,tsx,astro}';

/** Dates and numbers that no language was given for. */
const LOOSE = /\.toFixed\(|\.toLocale\w*\(|\.toDateString\(|new Intl\.\w+\((\)|undefined|\[\]|['"`])/g;

it('leaves dates, numbers and lists to Intl, in the language of the page', () => {
  const found = globSync(SHOWN).flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(LOOSE), ([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
