import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHtml } from '#src/admin/ui/chapters/editor/from-html.ts';
import { chapterSchema } from '#src/admin/ui/chapters/editor/schema.ts';
import { toHtml } from '#src/admin/ui/chapters/editor/to-html.ts';

const schema = chapterSchema();

describe('fromHtml', () => {
  it.each([
    ['<script>alert(1)</script>', 'the element <script>'],
    ['<p onclick="alert(1)">One</p>', 'the attribute onclick of <p>'],
    ['<!-- One --><p>Two</p>', 'a comment'],
    ['<p>One', '<p> without an end tag'],
    ['<p>One</p></em>', '</em> without a start tag'],
    ['<em><p>One</p></em>', 'the element <em> around or outside of blocks'],
    ['<p>One<p>Two</p></p>', 'blocks within <p>'],
    ['<ul>One<li>Two</li></ul>', 'text directly in <ul>'],
    ['<ul></ul>', 'an empty <ul>'],
    ['<li>One</li>', 'the element <li> around or outside of blocks'],
  ])('names what the editor would change in %s', (html, problem) => {
    expect(fromHtml(html, schema).problem).toBe(problem);
  });

  it('keeps the bytes of blocks that are not edited', () => {
    const html = '<p>One\n  two</p>\n\n\n<h2   class="text-center">Three</h2>\n<p>Four</p>';
    const { doc, problem } = fromHtml(html, schema);
    expect(problem).toBeUndefined();
    const changed = doc.copy(doc.content.replaceChild(2, schema.node('p', null, schema.text('Five'))));
    expect(toHtml(changed)).toBe(html.replace('Four', 'Five'));
  });

  it('opens an empty text and an empty paragraph, and writes both as they were', () => {
    for (const html of ['', '<p></p>']) {
      const { doc, problem } = fromHtml(html, schema);
      expect([problem, toHtml(doc)]).toEqual([undefined, html]);
    }
  });

  it('keeps no-break spaces at the edges of paragraphs, and no other spaces', () => {
    const { doc } = fromHtml('<p> \u00a0One \n</p>', schema);
    expect(doc.textContent).toBe('\u00a0One');
  });

  it('cleans up any markup to HTML that the editor can show, and keeps its words', () => {
    const tag = fc.constantFrom(
      'p',
      'em',
      'li',
      'ul',
      'td',
      'tr',
      'table',
      'blockquote',
      'dl',
      'colgroup',
      'x',
      'br',
      'h2',
    );
    const part = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom('word', ' ', '&lt;', 'Rain\n fell'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const { doc } = fromHtml(parts.join(''), schema);
        doc.check();
        const clean = toHtml(doc);
        expect(fromHtml(clean, schema).problem).toBeUndefined();
        const words = parts.filter((text) => text === 'word').length;
        if (!parts.includes('<colgroup>')) expect(clean.split('word').length - 1).toBe(words);
      }),
    );
  });
});
