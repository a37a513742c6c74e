import { describe, expect, it } from 'vitest';
import { toolbarState } from '#src/admin/ui/chapters/editor/editor-state.ts';
import {
  addColumn,
  addRow,
  deleteColumn,
  deleteRow,
  deleteTable,
  insertTable,
} from '#src/admin/ui/chapters/editor/tables.ts';
import { htmlOf, opened, run, typed } from './states.ts';

const TABLE = '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>';

/** The table with the cursor in the cell that contains a text. */
function cursorIn(text: string, html = TABLE) {
  const state = opened(html, 1);
  let at = 0;
  state.doc.descendants((node, pos) => {
    if (node.text === text) at = pos;
  });
  return opened(html, at);
}

describe('insertTable', () => {
  it('puts a table with a header below the paragraph, and the cursor into its first cell', () => {
    const row = (cell: string) => `<tr>${`<${cell}></${cell}>`.repeat(3)}</tr>`;
    const state = run(opened('<p>One</p>\n<p>Two</p>', 2), insertTable);
    expect(htmlOf(typed(state, 'Name'))).toBe(
      `<p>One</p>\n<table><thead>${row('th').replace('<th></th>', '<th>Name</th>')}</thead><tbody>${row('td').repeat(2)}</tbody></table>\n<p>Two</p>`,
    );
  });

  it('replaces an empty paragraph, and does nothing in a table', () => {
    expect(htmlOf(run(opened('<p></p>', 1), insertTable))).toMatch(/^<table>.*<\/table>$/);
    expect(insertTable(cursorIn('A'))).toBe(false);
  });
});

describe('the commands for rows', () => {
  it('add rows of the same kind, but rows of the body below the header', () => {
    expect(htmlOf(typed(run(cursorIn('2'), addRow('below')), 'x'))).toContain(
      '<tr><td>1</td><td>2</td></tr><tr><td>x</td><td></td></tr></tbody>',
    );
    expect(htmlOf(typed(run(cursorIn('2'), addRow('above')), 'x'))).toContain(
      '<tbody><tr><td>x</td><td></td></tr><tr><td>1</td>',
    );
    expect(htmlOf(typed(run(cursorIn('A'), addRow('below')), 'x'))).toContain(
      '</tr></thead><tbody><tr><td>x</td><td></td></tr><tr><td>1</td>',
    );
  });

  it('delete a row, an emptied part of the table, and the table with its last row', () => {
    const header = run(cursorIn('A'), deleteRow);
    expect(htmlOf(header)).toBe('<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>');
    expect(htmlOf(run(cursorIn('1', htmlOf(header)), deleteRow))).toBe('');
  });
});

describe('the commands for columns', () => {
  it('add a column to each row', () => {
    expect(htmlOf(typed(run(cursorIn('1'), addColumn('after')), 'x'))).toBe(
      '<table><thead><tr><th>A</th><th></th><th>B</th></tr></thead><tbody><tr><td>1</td><td>x</td><td>2</td></tr></tbody></table>',
    );
    expect(htmlOf(typed(run(cursorIn('A'), addColumn('before')), 'x'))).toContain(
      '<tr><th>x</th><th>A</th><th>B</th></tr>',
    );
  });

  it('delete a column, and the table with its last one', () => {
    const narrow = run(cursorIn('B'), deleteColumn);
    expect(htmlOf(narrow)).toBe('<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>');
    expect(htmlOf(run(cursorIn('1', `<p>x</p>\n${htmlOf(narrow)}`), deleteColumn))).toBe('<p>x</p>');
  });

  it.each([
    ['a cell that spans columns', '<table><tr><td colspan="2">A</td></tr><tr><td>1</td><td>2</td></tr></table>'],
    ['rows of different length', '<table><tr><td>A</td></tr><tr><td>1</td><td>2</td></tr></table>'],
    ['a description of its columns', '<table><colgroup><col /></colgroup><tr><td>A</td></tr></table>'],
  ])('refuse a table with %s, which can only be deleted', (_, html) => {
    const state = cursorIn('A', `<p>x</p>\n${html}`);
    for (const command of [addRow('above'), addColumn('after'), deleteRow, deleteColumn])
      expect(command(state)).toBe(false);
    expect(toolbarState(state).table).toBe('fixed');
    expect(htmlOf(run(state, deleteTable))).toBe('<p>x</p>');
  });
});
