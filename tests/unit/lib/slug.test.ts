import { describe, expect, it } from 'vitest';
import { slug } from '#src/lib/slug.ts';

describe('slug', () => {
  it.each([
    ['Mrs. Dalloway', 'Mrs--Dalloway'],
    ['《三体》：第一部', '-三体--第一部'],
    ['enemies to lovers', 'enemies-to-lovers'],
    ['a  b', 'a--b'],
    ["O'Brien & Söhne", 'O-Brien---Söhne'],
    ['100%_real', '100--real'],
    ['हिन्दी', 'हिन्दी'],
    ['../../etc', '------etc'],
  ])('converts %s to %s', (name, expected) => {
    expect(slug(name, 7)).toBe(expected);
  });

  it('returns the fallback for a name without letters or digits', () => {
    expect(slug('***', 42)).toBe('42');
    expect(slug('', 42)).toBe('42');
  });

  it('cuts the name at 80 code points', () => {
    expect([...slug('a'.repeat(100), 1)]).toHaveLength(80);
    expect([...slug('𝒳'.repeat(90), 1)].length).toBeLessThanOrEqual(80);
  });

  it('cuts the name at 200 bytes of UTF-8, between two code points', () => {
    const cut = slug('三'.repeat(80), 1);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(200);
    expect(cut).toBe('三'.repeat(66));
    expect(slug('𝒳'.repeat(50), 1)).toBe('𝒳'.repeat(50));
    expect(slug('𝒳'.repeat(51), 1)).toBe('𝒳'.repeat(50));
  });
});
