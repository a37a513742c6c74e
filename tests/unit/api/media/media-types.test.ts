import { describe, expect, it } from 'vitest';
import { isMediaName } from '#src/api/media/media-types.ts';

describe('isMediaName', () => {
  it.each(['a.webp', '12ab-34_cd.svg', 'A.B.jpg', '_x.png'])('accepts %j', (name) => {
    expect(isMediaName('covers', name)).toBe(true);
  });

  it.each(['', '.', '..', '.hidden', '../a.png', 'a/b.png', 'a\\b.png', 'a\u0000.png', 'ä.png', `${'a'.repeat(201)}`])(
    'refuses %j',
    (name) => {
      expect(isMediaName('covers', name)).toBe(false);
    },
  );

  it('accepts only names in known folders', () => {
    expect(['covers', 'pictures', '.resized', '..', ''].map((folder) => isMediaName(folder, 'a.png'))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
