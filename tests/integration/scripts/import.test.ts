import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measuredRun } from '../../../scripts/bench/measured-run.ts';
import { makeEpub, prose } from '../../unit/api/epub/make-epub.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DRAWINGS = 42;
const BYTES = 25 * 1024 * 1024;
const LONG_TIMEOUT = { timeout: 300_000 };

/** Returns a PNG or JPEG image as large as a scanned page. */
function drawing(index: number): Promise<Buffer> {
  const lines = Array.from({ length: 300 }, (_, line) => {
    const [x, y] = [(line * 37 + index * 91) % 2400, (line * 53) % 3200];
    return `<path d="M${x} ${y}q${((line * 7) % 200) - 100} ${((line * 11) % 300) - 150} ${(line * 13) % 200} 90"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="3200">
    <g fill="none" stroke="black" stroke-width="3">${lines.join('')}</g></svg>`;
  const page = sharp(Buffer.from(svg)).flatten({ background: 'white' });
  return index % 2 === 0 ? page.png().toBuffer() : page.jpeg().toBuffer();
}

/** Returns a book of 25 MB. Data appended to the drawings makes them large and different from each other. */
async function bookOfDrawings(): Promise<Uint8Array> {
  const drawings = await Promise.all([drawing(0), drawing(1)]);
  const files: Record<string, Uint8Array> = {};
  const documents: Record<string, string> = {};
  for (let index = 0; index < DRAWINGS; index += 1) {
    const content = drawings[index % 2] ?? Buffer.of();
    const rest = randomBytes(Math.max(1, Math.round(BYTES / DRAWINGS) - content.length));
    files[`OEBPS/${index}.image`] = Buffer.concat([content, rest]);
    documents[`${index}.xhtml`] = `<h2>${index + 1}</h2>${prose(2000)}<p><img src="${index}.image" alt=""/></p>`;
  }
  return makeEpub({ documents, files });
}

it(
  'importing a book of 25 MB with 42 drawings takes at most 600 MiB and 30 seconds of processor time',
  LONG_TIMEOUT,
  async () => {
    const file = join(folder, 'drawings.epub');
    const book = await bookOfDrawings();
    expect(book.length).toBeGreaterThan(0.9 * BYTES);
    await writeFile(file, book);
    const env = { ...process.env, LECTERN_STATE: join(folder, 'state') };
    const { stdout, mebibytes, processorSeconds } = await measuredRun('import', [file, '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject([{ status: 'added', chapters: DRAWINGS }]);
    // It takes about 280 MiB on a fast disk. On a slow disk, more images wait to be written.
    expect(mebibytes).toBeLessThan(600);
    expect(processorSeconds).toBeLessThan(30);
  },
);
