import { describe, expect, it } from 'vitest';
import { assetFile, pageFile } from '#src/publish/release/file-paths.ts';

describe('pageFile', () => {
  it.each([
    ['/', 'index.html'],
    ['/genres', 'genres.html'],
    ['/genres/12/Romance/page-2', 'genres/12/Romance/page-2.html'],
    ['/secPage/1/%E4%B8%89%E4%BD%93', 'secPage/1/三体.html'],
    ['/es/404', 'es/404.html'],
  ])('maps %s to %s', (path, file) => {
    expect(pageFile(path)).toBe(file);
  });

  it.each([
    ['a path outside the folder', '/../x'],
    ['an encoded path outside the folder', '/%2e%2e/x'],
    ['an encoded slash', '/a%2Fb'],
    ['an empty segment', '/a//b'],
    ['a trailing slash', '/a/'],
    ['no path', 'a'],
    ['a different spelling', '/%61'],
    ['unencoded letters', '/三体'],
    ['broken encoding', '/%zz'],
    ['a NUL', '/a%00'],
    ["the path of the home page's file", '/index'],
    ['the folder of browser files', '/_astro/x'],
    ['a name that is too long', `/${'a'.repeat(248)}`],
    ['a folder that is too long', `/${'a'.repeat(260)}/b`],
  ])('refuses %s', (_, path) => {
    expect(() => pageFile(path)).toThrow(/cannot be written/);
  });

  it('accepts the longest possible file name', () => {
    expect(pageFile(`/${'a'.repeat(247)}`)).toHaveLength(252);
  });
});

describe('assetFile', () => {
  it('keeps the path of the URL', () => {
    expect(assetFile('/_astro/page.D-k_3.js')).toBe('_astro/page.D-k_3.js');
  });

  it.each(['/_astro/../x.js', '/x.html', 'x.js', '/.env', '/a b.js'])('refuses %s', (url) => {
    expect(() => assetFile(url)).toThrow(/cannot be written/);
  });
});
