import { describe, expect, it } from 'vitest';
import { mediaType } from '#src/lib/media-types.ts';
import { formatSrcset, parseSrcset } from '#src/lib/picture-sources.ts';

describe('the addresses of a picture by width', () => {
  it('are read and written again as they were', () => {
    const srcset = '/media/a.webp?w=480 480w, https://cdn.test/b.webp 960w';
    const read = parseSrcset(srcset);
    expect(read).toEqual([
      { url: '/media/a.webp?w=480', width: 480 },
      { url: 'https://cdn.test/b.webp', width: 960 },
    ]);
    expect(formatSrcset(read)).toBe(srcset);
    expect(parseSrcset('  /a 1w  ,\n/b 99999w ')).toHaveLength(2);
  });

  it.each(['', '/a', '/a 2x', '/a 480w, /b 2x', '/a 480w,', '/a b 480w', '/a 100000w', '/a w', '/a 480w 2x'])(
    'are none in %j',
    (srcset) => {
      expect(parseSrcset(srcset)).toEqual([]);
    },
  );
});

it('a file has its media type by its extension, in small letters or great ones', () => {
  const types = ['/a/b.WEBP', 'x.opds', 'x.min.js', 'x', '.svg', 'x.exe', 'x.toString'].map(mediaType);
  expect(types).toEqual([
    'image/webp',
    'application/atom+xml;profile=opds-catalog',
    'text/javascript; charset=utf-8',
    ...Array(4).fill('application/octet-stream'),
  ]);
});
