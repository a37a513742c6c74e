import { describe, expect, it } from 'vitest';
import { BARE } from '#src/admin/ui/chapters/editor/schema.ts';
import { blocksHtml, toHtml } from '#src/admin/ui/chapters/editor/to-html.ts';
import { opened, schema, typed } from './states.ts';

const text = (words: string) => schema.node(BARE, null, words === '' ? [] : schema.text(words));
const EMPTY_LINES = {
  'an empty paragraph': [schema.node('p')],
  'two empty paragraphs': [schema.node('p'), schema.node('p')],
  'empty text': [text('')],
  'a quotation without text': [schema.node('blockquote', null, [schema.node('p')])],
};

describe('toHtml', () => {
  describe.each(Object.entries(EMPTY_LINES))('writes text before and after %s', (_what, lines) => {
    const blocks = [text('A'), ...lines, text('B')];
    it('as two blocks of the chapter', () => {
      expect(toHtml(schema.node('doc', null, blocks))).toBe('<p>A</p>\n<p>B</p>');
    });
    it.each(['blockquote', 'li', 'td', 'th'])('as two blocks of a %s', (name) => {
      const around = (type: string, content: Parameters<typeof schema.node>[2]) => schema.node(type, null, content);
      const inner = around(name, blocks);
      const isCell = ['td', 'th'].includes(name);
      const outer =
        name === 'li'
          ? around('ul', [inner])
          : isCell
            ? around('table', [around('tbody', [around('tr', [inner])])])
            : inner;
      const doc = around('doc', [outer]);
      expect(toHtml(doc)).toContain('>A<p>B</p><');
    });
  });

  it('writes text that was read as it was, unless only an emptied paragraph separates it from other text', () => {
    const html = 'A<p>x</p>B';
    expect(toHtml(opened(html, 1).doc)).toBe(html);
    const state = opened(html, 4, 5);
    expect(toHtml(state.apply(state.tr.deleteSelection()).doc)).toBe('A\n<p>B</p>');
    expect(toHtml(typed(state, 'y').doc)).toBe('A\n<p>y</p>B');
  });
});

describe('blocksHtml', () => {
  it('writes text after an empty paragraph without a paragraph of its own', () => {
    expect(blocksHtml(schema.node('doc', null, [text('A'), schema.node('p'), text('B')]))).toBe('A\n<p></p>\nB');
  });
});
