import { describe, expect, it } from 'vitest';
import { formatSrcset, parseSrcset } from '#src/contract/chapter/picture-sources.ts';
import { mediaType } from '#src/lib/media-types.ts';

describe('the srcset of an image in a chapter', () => {
  it('is unchanged after parsing and formatting', () => {
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
    'is parsed as empty from %j',
    (srcset) => {
      expect(parseSrcset(srcset)).toEqual([]);
    },
  );
});

it('the media type of an image file depends on its extension, ignoring case', () => {
  const types = ['/a/b.WEBP', 'x.opds', 'x.min.js', 'x', '.svg', 'x.exe', 'x.toString'].map(mediaType);
  expect(types).toEqual([
    'image/webp',
    'application/atom+xml;profile=opds-catalog',
    'text/javascript; charset=utf-8',
    ...Array(4).fill('application/octet-stream'),
  ]);
});
