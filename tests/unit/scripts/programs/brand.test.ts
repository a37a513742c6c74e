import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBrands, runBrand } from '../../../../scripts/programs/brand.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-brands-'));
  for (const [id, script] of [
    ['one', 'export default {};'],
    ['two', 'export default {'],
  ] as const) {
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, 'brand.ts'), script);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('brand check', () => {
  it('ends with 1 and a line for each mistake, with its file', async () => {
    const { text, code } = await checkBrands(folder, { brand: undefined, json: false });
    expect(code).toBe(1);
    expect(text).toContain(`${join(folder, 'one/brand.ts')}: appName: is missing.`);
    expect(text).toMatch(/two\/brand\.ts(:\d+)?: cannot be loaded/);
    expect(text).toMatch(/\nLooked through: one, two\. Mistakes: \d+\.\n$/);
  });

  it('tells of one brand alone', async () => {
    const { text } = await checkBrands(folder, { brand: 'two', json: false });
    expect(text).toContain('two/brand.ts');
    expect(text).not.toContain('one/brand.ts');
  });

  it('is read by programs', async () => {
    const { text } = await checkBrands(folder, { brand: 'two', json: true });
    expect(JSON.parse(text)).toEqual({
      brands: ['two'],
      problems: [expect.objectContaining({ brand: 'two', file: join(folder, 'two/brand.ts') })],
    });
  });

  it('finds nothing wrong with a brand that is shipped, and ends with 0', async () => {
    expect(await checkBrands('brands', { brand: 'local', json: false })).toEqual({
      text: 'Looked through: local. Mistakes: 0.\n',
      code: 0,
    });
  });

  it('names the brands where there is none of that name, and what there is to do', async () => {
    await expect(checkBrands(folder, { brand: 'three', json: false })).rejects.toThrow(/The brands are: one, two\./);
    await expect(runBrand({ action: ['mend'], brand: undefined, json: false })).rejects.toThrow(/brand -- check/);
  });
});
