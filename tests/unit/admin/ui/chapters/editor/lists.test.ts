import { describe, expect, it } from 'vitest';
import { toolbarState } from '#src/admin/ui/chapters/editor/editor-state.ts';
import { indent, listAt, outdent, toggleList } from '#src/admin/ui/chapters/editor/lists.ts';
import { htmlOf, opened, run, typed } from './states.ts';

describe('toggleList', () => {
  it('makes each selected paragraph an item, and takes items out again', () => {
    const list = run(opened('<p>One</p>\n<p>Two</p>', 1, 8), toggleList('ul'));
    expect(htmlOf(list)).toBe('<ul><li><p>One</p></li><li><p>Two</p></li></ul>');
    expect(toolbarState(list).list).toBe('ul');
    expect(htmlOf(run(list, toggleList('ul')))).toBe('<p>One</p>\n<p>Two</p>');
  });

  it('turns one kind of list into the other, without the numbering', () => {
    const list = opened('<ol start="3" class="text-roman"><li>One</li></ol>', 4);
    expect(htmlOf(run(list, toggleList('ul')))).toBe('<ul class="text-roman"><li>One</li></ul>');
    expect(listAt(run(list, toggleList('ul')))?.kind).toBe('ul');
  });

  it('writes text without an element, taken out of an imported list, as a paragraph', () => {
    expect(htmlOf(run(opened('<ul><li>One</li></ul>', 4), toggleList('ul')))).toBe('<p>One</p>');
  });

  it('works within quotations and table cells', () => {
    expect(htmlOf(run(opened('<blockquote><p>One</p></blockquote>', 3), toggleList('ol')))).toBe(
      '<blockquote><ol><li><p>One</p></li></ol></blockquote>',
    );
    expect(htmlOf(run(opened('<table><tr><td><p>One</p></td></tr></table>', 6), toggleList('ul')))).toBe(
      '<table><tr><td><ul><li><p>One</p></li></ul></td></tr></table>',
    );
  });
});

describe('indent and outdent', () => {
  it('move an item into the item above, and back', () => {
    const list = opened('<ul><li><p>One</p></li><li><p>Two</p></li></ul>', 11);
    const nested = run(list, indent);
    expect(htmlOf(nested)).toBe('<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>');
    expect(htmlOf(run(nested, outdent))).toBe('<ul><li><p>One</p></li><li><p>Two</p></li></ul>');
  });

  it('change nothing outside of lists', () => {
    const state = opened('<p>One</p>', 2);
    expect(indent(state)).toBe(false);
    expect(outdent(state)).toBe(false);
  });
});

describe('a block without content', () => {
  it('is not stored if it was added in the editor', () => {
    const state = opened('<p>One</p>\n<p>Two</p>', 4);
    const split = run(state, (current, dispatch) => {
      dispatch?.(current.tr.split(4).split(4));
      return true;
    });
    expect(split.doc.childCount).toBe(4);
    expect(htmlOf(split)).toBe('<p>One</p>\n<p>Two</p>');
    expect(
      htmlOf(
        run(state, (current, dispatch) => {
          dispatch?.(current.tr.delete(6, 9));
          return true;
        }),
      ),
    ).toBe('<p>One</p>');
  });

  it('is not stored in a quotation, but stays in the cells of a table', () => {
    const quotation = opened('<blockquote><p>One</p><p>Two</p></blockquote>\n<p>Three</p>', 2);
    const emptied = (from: number, to: number) =>
      htmlOf(
        run(quotation, (current, dispatch) => {
          dispatch?.(current.tr.delete(from, to));
          return true;
        }),
      );
    expect(emptied(2, 5)).toBe('<blockquote><p>Two</p></blockquote>\n<p>Three</p>');
    expect(emptied(2, 10)).toBe('<p>Three</p>');
    const table = opened('<table><tr><td><p>One</p></td><td>Two</td></tr></table>', 6);
    expect(
      htmlOf(
        run(table, (current, dispatch) => {
          dispatch?.(current.tr.delete(4, 7));
          return true;
        }),
      ),
    ).toBe('<table><tr><td></td><td>Two</td></tr></table>');
  });

  it('is kept if it is the target of a link, or was stored before', () => {
    const state = opened('<p id="x"></p>\n<p></p>\n<p>One</p>', 6);
    expect(htmlOf(typed(state, '!'))).toMatch(/^<p id="x"><\/p>\n<p><\/p>\n<p>/);
  });
});
