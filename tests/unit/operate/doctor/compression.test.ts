import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAtCompression } from '#src/operate/doctor/brand-state.ts';
import { writeRecompression } from '#src/publish/release/index.ts';

const CREATED = '2026-11-01T00:00:00.000Z';
const hoursLater = (hours: number) => new Date(Date.parse(CREATED) + hours * 3_600_000);

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-doctor-'));
  mkdirSync(join(state, 'a/releases/one/site'), { recursive: true });
  writeFileSync(join(state, 'a/releases/one/site/index.html'), '');
  const info = { id: 'one', brand: 'a', created: CREATED, bundle: { id: 'b', csp: '' }, pages: 9, bytes: 90 };
  writeFileSync(join(state, 'a/releases/one/release.json'), JSON.stringify(info));
  symlinkSync('releases/one', join(state, 'a/current'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const look = (hours: number, compressesWhenIdle = true) =>
  lookAtCompression({ id: 'a' }, { state, compressesWhenIdle }, hoursLater(hours));

const recordAt = (hours: number, best: number, release = 'one') =>
  writeRecompression(join(state, 'a'), {
    release,
    pages: 9,
    best,
    savedBytes: 5,
    damaged: 0,
    isComplete: best === 9,
    updated: hoursLater(hours).toISOString(),
  });

describe("the doctor's check of the compression", () => {
  it('is fine with a compressed release, with progress, and in the first two days', async () => {
    expect(look(47)).toMatchObject({ status: 'fine', what: expect.stringContaining('0 of 9 pages') });
    await recordAt(100, 4);
    expect(look(147)).toMatchObject({ status: 'fine', what: expect.stringContaining('4 of 9 pages') });
    await recordAt(100, 9);
    expect(look(1000)).toMatchObject({ status: 'fine', what: '9 of 9 pages are compressed as well as possible.' });
  });

  it('is wrong without progress for two days, and says what to do', async () => {
    const wrong = { status: 'wrong', remedy: expect.stringContaining('npm run releases -- --brand a compress') };
    expect(look(49)).toMatchObject(wrong);
    await recordAt(100, 4);
    expect(look(149)).toMatchObject({ ...wrong, what: expect.stringContaining('4 of 9 pages') });
    await recordAt(100, 9, 'before');
    expect(look(149)).toMatchObject(wrong);
  });

  it('is skipped without a release or its pages, or if compression is switched off', async () => {
    expect(look(49, false)).toMatchObject({ status: 'skipped' });
    rmSync(join(state, 'a/releases/one/site'), { recursive: true });
    expect(look(49)).toMatchObject({ status: 'skipped' });
    rmSync(join(state, 'a/current'));
    expect(look(49)).toMatchObject({ status: 'skipped' });
  });
});
