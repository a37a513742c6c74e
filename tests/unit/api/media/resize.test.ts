import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createResizer } from '#src/api/media/resize.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let folder: string;
const { log, lines } = recordingLog();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-resize-'));
});
afterEach(() => rm(folder, { recursive: true }));

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

/**
 * Requests a variant of an image and returns the formats that exist after all jobs have ended. `inFile` is in the file
 * when the AVIF job runs.
 */
async function formatsAfter(content: Uint8Array, inFile: string | Uint8Array): Promise<string[]> {
  const file = join(folder, 'a.png');
  await writeFile(file, inFile);
  const resizer = createResizer(join(folder, 'kept'), log);
  const resized = await resizer.resize({ file, content }, 16, true);
  expect(resized).toMatchObject({ type: 'image/webp', final: false });
  await resizer.close();
  return (await readdir(join(folder, 'kept'))).map((name) => name.replace(/.*\./, '')).toSorted();
}

it('an AVIF variant is created if the file has not changed since the request', async () => {
  const content = await picture('teal');
  expect(await formatsAfter(content, content)).toEqual(['avif', 'webp']);
});

it('no AVIF variant is created if the file has been replaced since the request', async () => {
  expect(await formatsAfter(await picture('teal'), await picture('red'))).toEqual(['webp']);
  expect(lines.join()).toMatch(/-16\.avif cannot be created: .*a\.png has changed/);
});
