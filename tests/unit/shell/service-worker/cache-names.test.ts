import { describe, expect, it } from 'vitest';
import { cacheNames, downloadedCallKey, isPicture } from '#src/shell/service-worker/cache-names.ts';

const names = cacheNames('/ash_api');

describe('the cache names of a brand', () => {
  it('differ from each other and from the names of other brands on the same origin', () => {
    const { own, books, book, ...fixed } = names;
    const all = [...Object.values(fixed), book(1), book(12)];
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((name) => !name.startsWith(own))).toEqual([]);
    expect(cacheNames('/ash_api2').own.startsWith(own)).toBe(false);
  });

  it('identify caches of downloaded books by their prefix', () => {
    const { own: _own, books, book, ...others } = names;
    expect(book(7).startsWith(books)).toBe(true);
    expect(Object.values(others).filter((name) => name.startsWith(books))).toEqual([]);
  });
});

describe('the cache key of a call in a downloaded book', () => {
  const key = (path: string) => {
    const { pathname, searchParams } = new URL(path, 'https://ash.test');
    return downloadedCallKey('/ash_api', pathname, searchParams);
  };

  it('contains only the book and the chapter, whatever the other parameters', () => {
    const chapter = '/ash_api/v1/chapter.show?book_id=7&chapter_id=9';
    expect(key(chapter)).toBe(chapter);
    expect(key('/ash_api/v1/chapter.show?section=7&chapter_id=9&book_id=7')).toBe(chapter);
    expect(key('/ash_api/v1/book.chapters?book_id=7&section=7')).toBe('/ash_api/v1/book.chapters?book_id=7');
  });

  it.each([
    '/ash_api/v1/user.profile?book_id=7',
    '/ash_api/v1/toString',
    '/ash_api/v1/chapter.show/x',
    '/oak_api/v1/chapter.show?book_id=7&chapter_id=9',
    '/x/ash_api/v1/chapter.show?book_id=7&chapter_id=9',
  ])('is undefined for %s', (path) => {
    expect(key(path)).toBeUndefined();
  });
});

it('images of a downloaded book are recognised only under the media path of the brand', () => {
  const paths = ['/ash_api/media/covers/1.webp', '/ash_api/mediax/1', '/oak_api/media/1.webp', '/media/1.webp'];
  expect(paths.filter((path) => isPicture('/ash_api', path))).toEqual(['/ash_api/media/covers/1.webp']);
});
