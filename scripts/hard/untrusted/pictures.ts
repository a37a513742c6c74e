import { crc32, deflateSync } from 'node:zlib';
import { noise, pieces, type Random } from './random.ts';
import type { Make } from './texts.ts';

const svg = (size: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${Math.round(size * 1.5)}">${content}</svg>`;

export const DRAWINGS: Readonly<Record<string, Make>> = {
  filters: (random) => {
    const effect = random.pick([
      '<feTurbulence baseFrequency="0.7" numOctaves="20"/>',
      '<feGaussianBlur stdDeviation="200"/>',
      '<feMorphology operator="dilate" radius="50"/>',
      '<feConvolveMatrix order="9" kernelMatrix="1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"/>',
      '<feDiffuseLighting><fePointLight x="1" y="1" z="9"/></feDiffuseLighting>',
    ]);
    return svg(
      random.size(500, 3000),
      `<filter id="f">${effect.repeat(random.size(1, 60))}</filter><rect width="100%" height="100%" fill="red" filter="url(#f)"/>`,
    );
  },
  patterns: (random) => {
    const depth = random.size(3, 12);
    const patterns = pieces(
      depth,
      (n) =>
        `<pattern id="p${n}" width=".01" height=".01"><rect width="50" height="50" fill="${n === 0 ? 'red' : `url(#p${n - 1})`}"/></pattern>`,
    );
    return svg(random.size(500, 2000), `${patterns}<rect width="100%" height="100%" fill="url(#p${depth - 1})"/>`);
  },
  uses: (random) => {
    const depth = random.size(5, 40);
    const again = (n: number) => `<use xlink:href="#g${n}"/>`.repeat(random.size(2, 10));
    return svg(500, `<g id="g0"><circle r="9"/></g>${pieces(depth, (n) => `<g id="g${n + 1}">${again(n)}</g>`)}`);
  },
  size: (random) => svg(random.size(5000, 10_000_000), '<path d="M0 0h9v9z"/>'),
  text: (random) =>
    svg(
      1000,
      pieces(
        random.size(100, 5000),
        (n) => `<text x="${n % 900}" y="${n % 1400}" font-size="${random.size(1, 2000)}">${noise(random, 100)}</text>`,
      ),
    ),
  shapes: (random) =>
    svg(
      2000,
      pieces(
        random.size(1000, 100_000),
        (n) => `<circle cx="900" cy="900" r="${n % 1500}" fill="none" stroke="#123" stroke-dasharray="1"/>`,
      ),
    ),
  path: (random) =>
    svg(
      2000,
      `<path stroke="red" stroke-width="3" stroke-dasharray="1 1" d="M0 0${pieces(random.size(1000, 200_000), () => `L${random.size(1, 2000)} ${random.size(1, 3000)}`)}"/>`,
    ),
  masks: (random) => {
    const depth = random.size(5, 60);
    return svg(
      random.size(500, 2500),
      `${pieces(depth, (n) => `<mask id="m${n}"><rect width="100%" height="100%" fill="#fff" ${n === 0 ? '' : `mask="url(#m${n - 1})"`}/></mask>`)}<rect width="100%" height="100%" mask="url(#m${depth - 1})"/>`,
    );
  },
  deep: (random) => svg(500, `${'<g opacity=".9">'.repeat(random.size(100, 50_000))}<circle r="9"/>`),
  image: (random) =>
    svg(
      2000,
      `<image width="2000" height="3000" xlink:href="data:image/png;base64,${Buffer.from(png(random.size(2000, 20_000))).toString('base64')}"/>`.repeat(
        random.size(1, 5),
      ),
    ),
};

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black 1-bit PNG of `size` by `size` pixels. */
function png(size: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(new Uint8Array(Math.min(3e7, (Math.ceil(size / 8) + 1) * size)), { level: 9 });
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', new Uint8Array())]);
}

/** One-pixel images. */
const GIF = 'R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
const JPEG =
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==';
const JPEG_FRAME = Buffer.from([0xff, 0xc0]);

function gif(random: Random): Uint8Array {
  const content = Buffer.from(GIF, 'base64');
  for (const place of [6, 8]) content.writeUInt16LE(random.size(5000, 65_535), place);
  return content;
}

function jpeg(random: Random): Uint8Array {
  const content = Buffer.from(JPEG, 'base64');
  const frame = content.indexOf(JPEG_FRAME);
  for (const place of [frame + 5, frame + 7]) content.writeUInt16BE(random.size(5000, 65_500), place);
  return content;
}

/** WebP and AVIF with huge sizes in their headers and no data. */
function webp(random: Random): Uint8Array {
  const head = Buffer.from('RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1');
  const sizes = Buffer.alloc(6);
  sizes.writeUIntLE(random.size(5000, 16_000_000), 0, 3);
  sizes.writeUIntLE(random.size(5000, 16_000_000), 3, 3);
  return Buffer.concat([head, sizes, Buffer.from('VP8 \0\0\0\0', 'latin1')]);
}

export const PICTURES: Readonly<Record<string, Make>> = {
  ...DRAWINGS,
  png: (random) => png(random.size(3000, 100_000)),
  gif,
  jpeg,
  webp,
  avif: (random) => {
    const box = (type: string, content: Buffer) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(content.length + 8);
      return Buffer.concat([size, Buffer.from(type, 'latin1'), content]);
    };
    const extent = Buffer.alloc(12);
    extent.writeUInt32BE(random.size(5000, 2 ** 31), 4);
    extent.writeUInt32BE(random.size(5000, 2 ** 31), 8);
    const properties = box('iprp', box('ipco', box('ispe', extent)));
    return Buffer.concat([
      box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
      box('meta', Buffer.concat([Buffer.alloc(4), properties])),
    ]);
  },
  noise: (random) =>
    Uint8Array.from(
      { length: random.size(100, 1e6) },
      (_, at) => [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10][at] ?? Math.floor(random.next() * 256),
    ),
};
