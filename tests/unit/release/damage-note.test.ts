import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteDamage, readDamageNote, removeDamageNote } from '#src/release/damage-note.ts';

let folder: string;
const note = () => join(folder, 'damaged.jsonl');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-note-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const damaged = (path: string) => ({ path, file: `site${path}.html`, problem: 'other content' });

it('damage is noted for the next rebuild, each path once, until the note is removed', async () => {
  expect(readDamageNote(folder)).toEqual([]);
  for (const path of ['/a', '/b', '/a']) await noteDamage(folder, damaged(path));
  expect(readDamageNote(folder)).toEqual(['/a', '/b']);
  removeDamageNote(folder);
  removeDamageNote(folder);
  expect(readDamageNote(folder)).toEqual([]);
});

it('a line that was cut off, or names no path, is left out', async () => {
  await noteDamage(folder, damaged('/a'));
  appendFileSync(note(), '{"file":"x"}\n{"path":7}\n{"path":"/b');
  expect(readDamageNote(folder)).toEqual(['/a']);
});

it('of very many lines the first ten thousand are read', () => {
  writeFileSync(
    note(),
    Array.from({ length: 10_002 }, (_none, index) => JSON.stringify(damaged(`/${index}`))).join('\n'),
  );
  expect(readDamageNote(folder)).toHaveLength(10_000);
});
