import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReleaseWriter, writeRecompression } from '#src/publish/release/index.ts';
import { createLiveRelease } from '#src/serve/files/live-release.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { addPage } from '../../../helpers/release-pages.ts';

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-live-'));
  mkdirSync(join(folder, 'releases'));
  now = 1000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function publish(id: string): Promise<void> {
  const writer = createReleaseWriter({
    releases: join(folder, 'releases'),
    id,
    brand: 'ash',
    brandFingerprint: '',
    created: new Date(0),
    bundle: { id: 'b', csp: '' },
    keepsPages: false,
    previous: undefined,
  });
  addPage(writer, { path: '/', html: Buffer.from(id), inputs: '', version: '' });
  writer.seal();
  await writer.finish();
  pointTo(id);
}

function pointTo(id: string): void {
  symlinkSync(join('releases', id), join(folder, 'aside'));
  renameSync(join(folder, 'aside'), join(folder, 'current'));
}

let records = 0;
/** Writes the record of a pass, with another modification time than before. */
async function recompress(isComplete: boolean): Promise<void> {
  const counts = { pages: 1, best: isComplete ? 1 : 0, savedBytes: 0, damaged: 0 };
  await writeRecompression(folder, { release: 'one', ...counts, isComplete, updated: new Date(0).toISOString() });
  records += 1;
  utimesSync(join(folder, 'recompression.json'), records, records);
}

describe('createLiveRelease', () => {
  it('checks the target of the link `current` at most once a second', async () => {
    const live = createLiveRelease(folder, recordingLog().log, () => now);
    expect(live.get()).toBeUndefined();
    await publish('one');
    expect(live.get()).toBeUndefined();
    now += 1000;
    expect(live.get()?.info.id).toBe('one');
    await publish('two');
    now += 999;
    expect(live.get()?.info.id).toBe('one');
    now += 1;
    expect(live.get()?.info.id).toBe('two');
    live.close();
  });

  it('returns a new object with the same content after `reopen` was called', async () => {
    await publish('one');
    const live = createLiveRelease(folder, recordingLog().log, () => now);
    const first = live.get();
    expect(live.get()).toBe(first);
    live.reopen();
    const second = live.get();
    expect([second === first, second?.info.id, first?.info.id]).toEqual([false, 'one', 'one']);
    expect(live.get()).toBe(second);
    live.close();
  });

  it('is reopened within a minute after all pages were recompressed, so that cached responses expire', async () => {
    await publish('one');
    const live = createLiveRelease(folder, recordingLog().log, () => now);
    const [first, before] = [live.get(), live.compression()];
    await recompress(true);
    now += 59_000;
    expect(live.get()).toBe(first);
    now += 1000;
    const second = live.get();
    expect(second).not.toBe(first);
    expect(second?.info.id).toBe('one');
    expect(live.compression()).not.toBe(before);
    // The search for damage writes the record again.
    await recompress(true);
    now += 1_200_000;
    expect(live.get()).toBe(second);
    live.close();
  });

  it('is reopened every ten minutes while pages are being recompressed', async () => {
    await publish('one');
    const live = createLiveRelease(folder, recordingLog().log, () => now);
    let reopened = 0;
    let last = live.get();
    for (let minute = 1; minute <= 25; minute += 1) {
      await recompress(false);
      now += 60_000;
      const release = live.get();
      reopened += release === last ? 0 : 1;
      last = release;
    }
    expect(reopened).toBe(2);
    await recompress(true);
    now += 60_000;
    expect(live.get()).not.toBe(last);
    live.close();
  });

  it('keeps a replaced release readable for requests in progress', async () => {
    await publish('one');
    const live = createLiveRelease(folder, recordingLog().log, () => now);
    const first = live.get();
    await publish('two');
    now += 1000;
    live.get();
    expect(first?.page('/')?.file).toBe('index.html');
    live.close();
    expect(() => first?.page('/')).toThrow();
  });

  it('keeps the live release if the new release cannot be opened or `current` is missing', async () => {
    await publish('one');
    const { log, lines } = recordingLog();
    const live = createLiveRelease(folder, log, () => now);
    live.get();
    mkdirSync(join(folder, 'releases/two'));
    writeFileSync(join(folder, 'releases/two/release.json'), '{');
    pointTo('two');
    for (let look = 0; look < 3; look += 1) {
      now += 1000;
      expect(live.get()?.info.id).toBe('one');
    }
    expect(lines).toHaveLength(1);
    rmSync(join(folder, 'current'));
    now += 1000;
    expect(live.get()?.info.id).toBe('one');
    live.close();
  });
});
