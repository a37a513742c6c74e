import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDamageNotes } from '#src/publish/recompress/damage-notes.ts';
import { noteDamage, readDamageNote } from '#src/publish/release/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-notes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const damaged = (path: string) => ({ path, file: `site${path}`, problem: 'it is missing' });
const lines = () => readFileSync(join(folder, 'damaged.jsonl'), 'utf8').trim().split('\n');

describe('damage notes', () => {
  it('contain each path once, and every damaged file is reported', async () => {
    await noteDamage(folder, damaged('/p/1'));
    const reported: string[] = [];
    const note = createDamageNotes({ folder, onDamaged: ({ path }) => reported.push(path) });
    for (const path of ['/p/1', '/p/2', '/p/2']) await note(damaged(path));
    expect(reported).toEqual(['/p/1', '/p/2', '/p/2']);
    expect(lines()).toHaveLength(2);
    expect(readDamageNote(folder)).toEqual(['/p/1', '/p/2']);
  });

  it('are limited in number', async () => {
    const reported: string[] = [];
    const note = createDamageNotes({ folder, onDamaged: ({ path }) => reported.push(path) }, 2);
    for (const path of ['/p/7', '/p/8', '/p/9']) await note(damaged(path));
    expect(reported).toEqual(['/p/7', '/p/8']);
    expect(readDamageNote(folder)).toEqual(['/p/7', '/p/8']);
  });
});
