import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteDamage, readDamageNote, removeDamageNote } from '#src/publish/release/damage-note.ts';

let folder: string;
const note = () => join(folder, 'damaged.jsonl');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-note-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const damaged = (path: string) => ({ path, file: `site${path}.html`, problem: 'other content' });

it('noteDamage records each path once for the next rebuild, until the note is removed', async () => {
  expect(readDamageNote(folder)).toEqual([]);
  for (const path of ['/a', '/b', '/a']) await noteDamage(folder, damaged(path));
  expect(readDamageNote(folder)).toEqual(['/a', '/b']);
  removeDamageNote(folder);
  removeDamageNote(folder);
  expect(readDamageNote(folder)).toEqual([]);
});

it('readDamageNote skips a truncated line, or a line without a path', async () => {
  await noteDamage(folder, damaged('/a'));
  appendFileSync(note(), '{"file":"x"}\n{"path":7}\n{"path":"/b');
  expect(readDamageNote(folder)).toEqual(['/a']);
});

it('readDamageNote reads only the first ten thousand lines', () => {
  writeFileSync(note(), Array.from({ length: 10_002 }, (_, index) => JSON.stringify(damaged(`/${index}`))).join('\n'));
  expect(readDamageNote(folder)).toHaveLength(10_000);
});
