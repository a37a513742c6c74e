import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS, REQUIRED_CALLS } from '#src/contract/index.ts';

const SRC = join(import.meta.dirname, '../../../src');

const filesOf = async (folder: string) =>
  (await readdir(join(SRC, folder))).filter((file) => file.endsWith('.ts') && file !== 'index.ts').sort();

/** The values that a module exports, whose `key` is a text. */
async function exportsWith(path: string, key: string): Promise<unknown[]> {
  const module: Record<string, unknown> = await import(join(SRC, path));
  return Object.values(module).filter((value) => typeof value === 'object' && value !== null && key in value);
}

describe('the list of calls', () => {
  it('holds each call of each file in src/contract/calls once', async () => {
    const files = await filesOf('contract/calls');
    const defined = (await Promise.all(files.map((file) => exportsWith(`contract/calls/${file}`, 'empty')))).flat();
    expect(defined.length).toBeGreaterThan(50);
    expect(new Set(CALLS)).toEqual(new Set(defined));
    expect(new Set(CALLS.map(({ name }) => name)).size).toBe(defined.length);
    expect(CALLS).toHaveLength(defined.length);
  });

  it('begins with the twelve required calls, and is sorted by name', () => {
    expect(REQUIRED_CALLS).toHaveLength(12);
    expect(CALLS.slice(0, 12)).toEqual(REQUIRED_CALLS);
    const names = CALLS.slice(12).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });

  it('gives a fallback to every optional call, and to no required one', () => {
    for (const { name, required, fallback } of CALLS) expect(fallback === undefined, name).toBe(required);
  });

  it('alone says what a page does about a failure', async () => {
    const files = (await readdir(SRC, { recursive: true })).filter((file) => /^(?!.*node_modules).*\.tsx?$/.test(file));
    const own = [];
    for (const file of files) if (/quiet:/.test(await readFile(join(SRC, file), 'utf8'))) own.push(file);
    expect(own).toEqual([]);
    const notified = CALLS.filter(({ onFailure }) => onFailure === 'notify').map(({ name }) => name);
    expect(notified).toEqual(expect.arrayContaining(['event.help_click', 'share.create', 'search.multi']));
    expect(notified).not.toContain('library.sync');
  });
});
