import { describe, expect, it } from 'vitest';
import { coverSources, smallestCover } from '#src/shell/books/cover-srcset.ts';

const cover = (widths: number[], url = '/media/covers/1.webp') => ({ url, widths, tone: 3 });

describe('coverSources', () => {
  it('lists each width up to the largest displayed width', () => {
    expect(coverSources(cover([640, 160, 240, 480])).srcset).toBe(
      '/media/covers/1.webp?w=160 160w, /media/covers/1.webp?w=240 240w, /media/covers/1.webp?w=480 480w',
    );
  });

  it('falls back to a medium width, or to the largest available', () => {
    expect(coverSources(cover([160, 240, 320])).src).toBe('/media/covers/1.webp?w=240');
    expect(coverSources(cover([80, 160])).src).toBe('/media/covers/1.webp?w=160');
  });

  it('leaves a vector image unchanged', () => {
    expect(coverSources(cover([]))).toEqual({ src: '/media/covers/1.webp', srcset: undefined });
  });

  it('keeps an existing query', () => {
    expect(coverSources(cover([240], 'https://media.example/a?v=2')).src).toBe('https://media.example/a?v=2&w=240');
  });
});

describe('smallestCover', () => {
  it('returns the URL with the smallest width, or the image URL without a width', () => {
    expect(smallestCover(cover([240, 160]))).toBe('/media/covers/1.webp?w=160');
    expect(smallestCover(cover([]))).toBe('/media/covers/1.webp');
  });
});
