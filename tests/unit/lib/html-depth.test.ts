import fc from 'fast-check';
import sanitize from 'sanitize-html';
import { describe, expect, it } from 'vitest';
import { htmlDepth } from '#src/lib/html-depth.ts';
import { MAX_CHAPTER_DEPTH } from '#src/lib/html-limits.ts';
import { processorTime } from '../../helpers/processor-time.ts';
import { examples } from '../../slow-tests.ts';

const depthOf = (html: string) => htmlDepth(html, 1_000_000);

/** The depth that the sanitiser's parser reaches. */
function parsedDepth(html: string): number {
  let [depth, deepest] = [0, 0];
  const onOpenTag = () => {
    depth += 1;
    deepest = Math.max(deepest, depth);
  };
  const onCloseTag = () => {
    depth -= 1;
  };
  sanitize(html, { onOpenTag, onCloseTag });
  return deepest;
}

describe('htmlDepth', () => {
  it.each([
    ['nothing', '', 0],
    ['text', 'a < b & c', 0],
    ['one paragraph', '<p>One</p>', 1],
    ['paragraphs side by side', '<p>One</p><p>Two</p>'.repeat(500), 1],
    ['nested elements', '<blockquote><p><em>One</em></p></blockquote>', 3],
    ['capital letters', '<P><B>One</b></p>', 2],
    ['paragraphs without end tags', '<p>One<p>Two<blockquote>Three</blockquote>'.repeat(500), 1],
    ['lists and tables without end tags', '<ul><li>One<li>Two</ul><table><tr><td>1<td>2<tr><td>3</table>', 3],
    ['elements without content', '<p>One<br>Two<img src=a><hr></p>'.repeat(500), 2],
    ['tags in attribute values', `<p title="<b><b>" lang='<i>'>One</p>`, 1],
    ['comments', '<p><!-- <b> <b> --><!--> <!---> <!-- <i> --!>One</p>', 1],
    ['declarations', '<!doctype html><?xml <b?><![CDATA[<b>]]><p>One</p>', 1],
  ])('returns the depth of %s', (_name, html, depth) => {
    expect(depthOf(html)).toBe(depth);
  });

  it.each([
    ['without an end tag', '<b>'],
    ['closed by a different tag', '<b></i>'],
    ['closed in an attribute value', '<b title="</b>">'],
    ['closed in an unquoted attribute value', '<b title=</b>'],
    ['after a quote that starts no attribute value', '<b ">'],
    ['after an equals sign that starts an attribute name', '<b =">'],
    ['closed in a comment', '<b><!-- </b> -->'],
    ['after an empty comment', '<!--><b>'],
    ['closed in a script', '<b><script></b></script>'],
    ['closed in a text area', '<b><textarea></b></textarea>'],
    ['closed in a style element of an SVG', '<svg><style><a x="</style></b>"></style></svg><b>'],
    ['with a slash', '<b/>'],
    ['with an unusual name', '<br<x>'],
    ['in a frame', '<iframe><b>'],
  ])('counts elements that are not really closed: %s', (_name, html) => {
    expect(depthOf(html.repeat(300))).toBeGreaterThanOrEqual(300);
  });

  it('is never less than the depth that the sanitiser computes', () => {
    const names = [
      'b',
      'i',
      'p',
      'li',
      'td',
      'tr',
      'svg',
      'math',
      'title',
      'style',
      'script',
      'iframe',
      'xmp',
      'br',
      'form',
    ];
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...names).map((name) => `<${name}>`) },
      { weight: 5, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
      fc.constantFrom(
        ...'<>/!-=\'"& x\n?[]'.split(''),
        '<!--',
        '-->',
        '--!>',
        '<![CDATA[',
        ']]>',
        '</',
        '/>',
        '&lt',
        '<?',
      ),
      fc.constantFrom('<b x="', "<i y='", '<p =">', '<a b=c', '<desc>', '<plaintext>', '<image>', '<foreignObject/>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60, size: 'max' }), (pieces) => {
        const html = pieces.join('');
        expect(depthOf(html)).toBeGreaterThanOrEqual(parsedDepth(html));
      }),
      { numRuns: examples(4000) },
    );
  });

  it('stops parsing as soon as the limit is exceeded', () => {
    expect(htmlDepth('<b>'.repeat(1000), 256)).toBe(257);
  });

  const PATTERNS = {
    'unclosed elements': '<b>',
    'elements side by side': '<i></i>',
    'end tags without a start tag': '</i>',
    'elements closed by the end tag of their parent': '<b><i></b>',
    'paragraphs without an end tag': '<p>a',
    'unclosed comments': '<!--',
    'closed comments': '<!-- a -->',
    'unclosed tags': '<b ',
    'unclosed attribute values': '<b x="',
    'unclosed tag names': '<b<',
    'unclosed scripts': '<script><b<',
    'unclosed titles of SVG images': '<svg><title><b<',
  };
  it.each(Object.entries(PATTERNS))("takes time proportional to the input's length: %s", (_name, pattern) => {
    const time = (bytes: number) => {
      const html = '<b>'.repeat(MAX_CHAPTER_DEPTH - 3) + pattern.repeat(bytes / pattern.length);
      return processorTime(() => htmlDepth(html, MAX_CHAPTER_DEPTH));
    };
    const fastest = (bytes: number) => Math.min(time(bytes), time(bytes), time(bytes));
    // For four times the length, four times the time is expected. Sixteen times would be quadratic.
    expect(fastest(2_000_000)).toBeLessThan(9 * Math.max(fastest(500_000), 50));
  });
});
