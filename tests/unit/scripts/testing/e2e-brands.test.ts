import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brandsFor } from '../../../../scripts/testing/e2e-brands.ts';
import { SLOW_FILES } from '../../../slow-tests.ts';

describe('brandsFor', () => {
  it('selects the default brand, and the brands that a test file and its helpers mention', async () => {
    expect(await brandsFor(['tests/e2e/intent.e2e.ts'])).toEqual(['local']);
    expect(await brandsFor(['tests/e2e/languages.e2e.ts'])).toEqual(['freenovel', 'local', 'polyglot']);
    expect(await brandsFor(['tests/e2e/places.e2e.ts'])).toEqual(['fingeread', 'local']);
  });

  it('combines the brands of several files, named with or without a folder and a line number', async () => {
    const brands = await brandsFor(['intent.e2e.ts:12', 'tests/e2e/walk-proxies.e2e.ts', '--headed']);
    expect(brands).toEqual(['freenovel', 'local', 'moonovel']);
  });

  it('omits brands that only slow tests visit if all browser tests of `npm test` run', async () => {
    const files = readdirSync('tests/e2e').map((name) => `tests/e2e/${name}`);
    const everyday = files.filter((file) => file.endsWith('.e2e.ts') && !(file in SLOW_FILES));
    expect(await brandsFor(everyday)).toEqual(['fingeread', 'freenovel', 'joyfic', 'local', 'polyglot']);
  });

  it('selects all brands for a file that uses all of them, for an unknown file, and if no file is named', async () => {
    expect(await brandsFor(['tests/e2e/brands.e2e.ts'])).toBeUndefined();
    expect(await brandsFor(['tests/e2e/none.e2e.ts'])).toBeUndefined();
    expect(await brandsFor(['-g', 'admin'])).toBeUndefined();
  });
});
