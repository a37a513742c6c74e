import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BrandProblem } from '#src/brand/check/problem.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { createLog } from '#src/lib/log.ts';
import { checkBrands, runBrand } from '../../../../src/commands/brand/brand.ts';
import { newBrand } from '../../../../src/commands/brand/brand-new.ts';
import { terminalOf } from '../../../../src/commands/brand/brand-questions.ts';
import { warnOfStyles } from '../../../../src/commands/rebuild/rebuild.ts';

const NOTHING = { yes: false, dryRun: false, json: false };

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

describe('npm run brand -- check', () => {
  it('prints each mistake with its file, and exits with 1', async () => {
    const { text, code } = await checkBrands(folder, { brand: undefined, json: false });
    expect(code).toBe(1);
    expect(text).toContain(`${join(folder, 'one/brand.ts')}: appName: is missing.`);
    expect(text).toMatch(/two\/brand\.ts(:\d+)?: cannot be loaded/);
    expect(text).toMatch(/\nChecked: one, two\. Mistakes: \d+\.\n$/);
  });

  it('can check a single brand', async () => {
    const { text } = await checkBrands(folder, { brand: 'two', json: false });
    expect(text).toContain('two/brand.ts');
    expect(text).not.toContain('one/brand.ts');
  });

  it('prints JSON with --json', async () => {
    const { text } = await checkBrands(folder, { brand: 'two', json: true });
    expect(JSON.parse(text)).toEqual({
      brands: ['two'],
      problems: [expect.objectContaining({ brand: 'two', file: join(folder, 'two/brand.ts') })],
      warnings: [],
    });
  });

  it('exits with 0 for a shipped brand', async () => {
    expect(await checkBrands('brands', { brand: 'local', json: false })).toEqual({
      text: 'Checked: local. Mistakes: 0.\n',
      code: 0,
    });
  });

  it('only warns about CSS that a minimum browser does not support, with line, feature, browser and fix', async () => {
    const brands = mkdtempSync(join(tmpdir(), 'lectern-brand-styles-'));
    cpSync('brands/local', join(brands, 'local'), { recursive: true });
    const sheet = join(brands, 'local/layout.css');
    writeFileSync(
      sheet,
      ['.card:has(img) { margin: 0; }', '.card { color: light-dark(red, blue); }', '.card { b { margin: 0; } }'].join(
        '\n',
      ),
    );
    const { text, code } = await checkBrands(brands, { brand: 'local', json: false });
    const { warnings } = JSON.parse((await checkBrands(brands, { brand: 'local', json: true })).text);
    const log = { ...createLog('error'), warn: vi.fn() };
    await warnOfStyles([{ ...brandById(await loadBrands(brands), 'local') }], log);
    rmSync(brands, { recursive: true, force: true });
    expect(log.warn.mock.calls.map(([, { at }]) => at)).toEqual(
      warnings.map(({ line, message }: BrandProblem) => `${sheet}:${line}: ${message}`),
    );
    expect(code).toBe(0);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(
        /^warning: .*layout\.css:1: css\.selectors\.has in "\.card:has\(img\)" is not supported by Firefox 115\. They drop the whole rule: use a supported selector/,
      ),
      expect.stringMatching(
        /layout\.css:2: css\.types\.color\.light-dark is not supported by Chrome 109, .*write a supported one/,
      ),
      expect.stringMatching(
        /layout\.css:3: css\.selectors\.nesting is not supported by Chrome 109, .*as a separate rule/,
      ),
      'Checked: local. Mistakes: 0. Warnings: 3.',
      '',
    ]);
    expect(warnings[0]).toEqual({ brand: 'local', file: sheet, line: 1, message: expect.any(String) });
  });

  it('lists the brands if the brand is unknown, and the actions if the action is unknown', async () => {
    await expect(checkBrands(folder, { brand: 'three', json: false })).rejects.toThrow(/The brands are: one, two\./);
    await expect(runBrand(['mend'], NOTHING)).rejects.toThrow(/brand -- check/);
    await expect(runBrand(['check'], { ...NOTHING, dryRun: true })).rejects.toThrow(/brand check takes no --dry-run/);
  });
});

describe('npm run brand -- new', () => {
  const config = { brands: resolve('brands'), port: 4321 };
  const DRY = { dryRun: true, json: true };

  it('fails with a list of the missing options if there is no terminal', async () => {
    await expect(newBrand(config, { id: 'fresh-one', ...DRY })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^Missing: --name, --colour\. /),
    });
  });

  it('accepts several hosts and languages, as repeated options or separated by commas', async () => {
    const options = { id: 'fresh-one', name: 'Fresh One', colour: 'teal', locale: ['en', 'es,fr'], ...DRY };
    expect(JSON.parse(await newBrand(config, options))).toMatchObject({ brand: 'fresh-one', dryRun: true });
    const invalid = newBrand(config, { ...options, host: ['a.example,www.local host'] });
    await expect(invalid).rejects.toThrow(/^--host: .*"www\.local host"/);
  });

  it('asks for each missing option until the answer is valid', async () => {
    const { terminal, output } = dialogue(['Fresh', 'fresh-one', '', 'purplish', 'teal', '', '']);
    const text = await newBrand(config, { dryRun: true, json: false }, terminal);
    terminal.close();
    expect(text).toMatch(/^Would write .*brands\/fresh-one:\n {2}brand\.ts\n/);
    expect(output()).toContain('must be lower-case letters, digits and hyphens');
    expect(output()).toContain('Name that visitors see [Fresh One]: ');
    expect(output()).toContain('is not a colour. Give one such as "#7a3cff" or "teal". It is "purplish".');
    expect(output()).toContain('the canonical one first [www.fresh-one.example]: ');
  });

  it('does not ask for options that are on the command line', async () => {
    const { terminal, output } = dialogue(['', '']);
    await newBrand(config, { id: 'fresh-one', name: 'Fresh One', colour: 'teal', ...DRY }, terminal);
    terminal.close();
    expect(output()).not.toMatch(/Id|Name|Colour/);
  });

  it('fails if the input ends before all answers are given', async () => {
    const { terminal } = dialogue(['fresh-one']);
    await expect(newBrand(config, DRY, terminal)).rejects.toThrow(/Nothing was changed/);
  });
});

/** Simulates a terminal: answers each question, and ends the input after the last answer. */
function dialogue(answers: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...answers];
  let transcript = '';
  output.on('data', (chunk) => {
    transcript += chunk;
    if (!String(chunk).endsWith(': ')) return;
    const answer = left.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  return { terminal: terminalOf(input, output), output: () => transcript };
}
