import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addTakenDown, takenDownFile } from '#src/publish/release/index.ts';
import { createTakenDown } from '#src/serve/files/taken-down.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-taken-down-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start() {
  let now = 0;
  let changes = 0;
  const { log, lines } = recordingLog();
  const onChange = () => {
    changes += 1;
  };
  const books = createTakenDown(folder, { log, onChange, now: () => now });
  const at = (ms: number) => {
    now = ms;
    books.check();
    return { status: books.takedownOf(5)?.status, changes };
  };
  return { at, lines };
}
const takeDown = (status: 410 | 451) => addTakenDown(folder, { book: 5, status, at: '2026-05-02T12:00:00.000Z' });

describe("the server's list of books that were taken down", () => {
  it('is read at the first check, without invalidating cached responses', async () => {
    await takeDown(451);
    expect(start().at(0)).toEqual({ status: 451, changes: 0 });
  });

  it('is read again within a second after a change, and invalidates older responses', async () => {
    const { at } = start();
    expect(at(0)).toEqual({ status: undefined, changes: 0 });
    await takeDown(410);
    expect(at(999)).toEqual({ status: undefined, changes: 0 });
    expect(at(1000)).toEqual({ status: 410, changes: 1 });
    expect(at(2000)).toEqual({ status: 410, changes: 1 });
    await takeDown(451);
    expect(at(3000)).toEqual({ status: 451, changes: 2 });
  });

  it('contains the reason of each book', async () => {
    await addTakenDown(folder, { book: 5, status: 451, at: '2026-05-02T12:00:00.000Z', reason: 'Order 7' });
    const books = createTakenDown(folder, { log: recordingLog().log, onChange() {} });
    books.check();
    expect(books.takedownOf(5)).toMatchObject({ status: 451, reason: 'Order 7' });
  });

  it('does not change if its file is damaged, and the damage is logged', async () => {
    await takeDown(410);
    const { at, lines } = start();
    at(0);
    writeFileSync(takenDownFile(folder), '{');
    expect(at(1000).status).toBe(410);
    expect(lines.join('\n')).toContain('cannot be read');
  });
});
