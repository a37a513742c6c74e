import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { coversPicture } from '#src/brand/covers-picture.ts';
import { booksInPicture, lookOf } from '#src/brand/share-address.ts';
import { MAX_SHARE_BYTES, SHARE_SIZE } from '#src/brand/share-picture.ts';

const svg = (color: string, text = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600"><rect width="400" height="600" fill="${color}"/>${text}</svg>`,
  );

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const noisy = () =>
  sharp({ create: { width: 480, height: 640, channels: 3, background: '#888888', noise } })
    .webp()
    .toBuffer();

/** The colour in the middle of one of several covers placed side by side. */
async function colorOf(picture: Uint8Array, place: number, count: number): Promise<number[]> {
  const cover = count === 1 ? 353 : 252;
  const left = Math.round((SHARE_SIZE.width - (count * cover + (count - 1) * 24)) / 2) + place * (cover + 24);
  const at = { left: Math.round(left + cover / 2), top: SHARE_SIZE.height / 2, width: 1, height: 1 };
  return [...(await sharp(picture).extract(at).removeAlpha().raw().toBuffer())];
}

describe('the preview image with covers', () => {
  it.each([1, 2, 4])('is a small JPEG in the preview size for %i noisy covers', async (count) => {
    const picture = await coversPicture(await Promise.all(Array.from({ length: count }, noisy)));
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_SIZE });
    expect(picture.length).toBeLessThanOrEqual(MAX_SHARE_BYTES);
  });

  it('shows each cover, in order', async () => {
    const picture = await coversPicture([svg('#ff0000'), svg('#00ff00'), svg('#0000ff'), svg('#ffffff')]);
    const colors = await Promise.all([0, 1, 2, 3].map((place) => colorOf(picture, place, 4)));
    expect(colors.map((color) => color.map((part) => (part > 127 ? 1 : 0)))).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ]);
  });

  it('quickly rejects a cover with four million characters of unclosed text elements', async () => {
    await expect(coversPicture([svg('#ffee00', '<text '.repeat(700_000))])).rejects.toThrow();
  });

  it('contains no text, so no glyph can be missing', async () => {
    const text = '<text x="20" y="300" font-size="90">书 Книга <tspan>ữ</tspan></text>';
    expect(await coversPicture([svg('#ffee00', text)])).toEqual(await coversPicture([svg('#ffee00')]));
  });

  it('is the same for the same covers', async () => {
    const cover = await noisy();
    expect(await coversPicture([cover])).toEqual(await coversPicture([cover]));
  });

  it('is not drawn from a file that is not an image', async () => {
    await expect(coversPicture([Buffer.from('no picture')])).rejects.toThrow();
  });
});

const book = (id: number, url: string | null) => ({ id, cover: url === null ? null : { url } });

it('the preview image shows the first four books with a cover, and has a separate URL per design', () => {
  const books = [
    book(1, null),
    book(2, '/a'),
    book(3, 'https://cdn.example/b'),
    ...[4, 5, 6, 7].map((id) => book(id, '/c')),
  ];
  expect(booksInPicture(books).map(({ id }) => id)).toEqual([2, 4, 5, 6]);
  const look = lookOf([book(2, '/a')]);
  expect(look).toMatch(/^[0-9a-f]{10}$/);
  expect([lookOf([book(2, '/b')]), lookOf([book(3, '/a')])]).not.toContain(look);
});
