import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from '#src/api/store/excerpt.ts';

describe('excerpt', () => {
  it.each([
    ['<p>one two three</p>', 2, '<p>one two …</p>'],
    ['<p>one two</p>', 2, '<p>one two</p>'],
    ['<p>one</p><p>two <em>three four</em></p>', 3, '<p>one</p><p>two <em>three …</em></p>'],
    ['<p>one<br>two three</p>', 2, '<p>one<br>two …</p>'],
    ['<p>one two</p><p>three</p>', 2, '<p>one two</p><p> …</p>'],
    ['<blockquote><p>a &lt; b c</p></blockquote>', 3, '<blockquote><p>a &lt; b …</p></blockquote>'],
    ['', 5, ''],
  ])('shortens %j to %i words: %j', (html, count, cut) => {
    expect(excerpt(html, count)).toBe(cut);
  });

  it('never has more words than requested, and closes all elements', () => {
    const block = fc.tuple(
      fc.constantFrom('p', 'em', 'div'),
      fc.array(fc.constantFrom('a', 'bc', 'd,'), { maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.array(block), fc.nat(20), (blocks, count) => {
        const html = blocks.map(([tag, list]) => `<${tag}>${list.join(' ')}</${tag}>`).join('');
        const cut = excerpt(html, count);
        const text = cut.replaceAll(/<[^>]*>/g, ' ').replace('…', '');
        const opened = cut.match(/<[a-z]/g)?.length ?? 0;
        expect(text.match(/\S+/g)?.length ?? 0).toBeLessThanOrEqual(count);
        expect(cut.match(/<\//g)?.length ?? 0).toBe(opened);
      }),
    );
  });
});
