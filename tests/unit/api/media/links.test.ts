import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPicture } from '#src/api/import/media-folder.ts';
import { openStore } from '#src/api/index.ts';
import { createMediaRoutes } from '#src/api/media/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { writeDay } from '#src/serve/reports/day-files.ts';
import { readVitals } from '#src/serve/reports/vitals-files.ts';

let root: string;
let media: string;
let outside: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-media-links-'));
  [media, outside] = [join(root, 'api/media'), join(root, 'outside')];
  for (const folder of [join(media, 'covers'), outside]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(outside, 'canary.png'), 'canary');
  writeFileSync(join(media, 'covers/own.png'), 'own');
});
afterEach(() => {
  expect(readdirSync(outside)).toEqual(['canary.png']);
  rmSync(root, { recursive: true, force: true });
});

async function get(path: string) {
  const app = fastify();
  createMediaRoutes({ media, log: silentLog })(app);
  const { statusCode, body } = await app.inject(path);
  await app.close();
  return statusCode === 200 ? body : statusCode;
}

describe('media files', () => {
  it('are served only if they are regular files, never through a symbolic link', async () => {
    symlinkSync(join(outside, 'canary.png'), join(media, 'covers/x.png'));
    symlinkSync(outside, join(media, 'pictures'));
    expect(await get('/media/covers/own.png')).toBe('own');
    expect(await get('/media/covers/x.png')).toBe(404);
    expect(await get('/media/pictures/canary.png')).toBe(404);
  });

  it('are never written through a symbolic link', async () => {
    symlinkSync(outside, join(media, 'pictures'));
    await expect(keepPicture(media, 'pictures/x.webp', Buffer.of(1))).rejects.toThrow('is a symbolic link');
  });

  it('cannot be in a folder that is a symbolic link: the store then does not open', async () => {
    rmSync(media, { recursive: true });
    symlinkSync(outside, media);
    await expect(openStore(join(root, 'api'))).rejects.toThrow('media is a symbolic link');
  });
});

describe('field data files', () => {
  it('are never read, written or deleted through a symbolic link', async () => {
    mkdirSync(join(root, 'ash'));
    symlinkSync(outside, join(root, 'ash/vitals'));
    await expect(writeDay(join(root, 'ash'), 'vitals', '2026-05-01', '0a', {})).rejects.toThrow(
      'vitals is a symbolic link',
    );
    await expect(readVitals(join(root, 'ash'), '2026-01-01')).rejects.toThrow('vitals is a symbolic link');
    rmSync(join(root, 'ash/vitals'));
    await writeDay(join(root, 'ash'), 'vitals', '2026-05-01', '0a', { home: { LCP: { 1: 2 } } });
    symlinkSync('2026-05-01.0a.json', join(root, 'ash/vitals/2026-05-02.0a.json'));
    expect(Object.fromEntries(await readVitals(join(root, 'ash'), '2026-01-01'))).toEqual({
      '2026-05-01': { home: { LCP: { 1: 2 } } },
      '2026-05-02': {},
    });
    expect(readFileSync(join(root, 'ash/vitals/2026-05-01.0a.json'), 'utf8')).toContain('LCP');
  });
});
