import { Fragment, type Node } from '@tiptap/pm/model';
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state';
import { nodeType } from './blocks.ts';
import type { Attributes } from './html-tree.ts';

const NEW_COLUMNS = 3;
/** Rows of a new table below its header. */
const NEW_ROWS = 2;

interface TablePlace {
  readonly table: Node;
  readonly tablePos: number;
  readonly row: Node;
  readonly rowPos: number;
  /** Part of the table that contains the row: the table itself, or its head, body or foot. */
  readonly section: Node;
  readonly sectionPos: number;
  readonly column: number;
  /** Whether all rows have the same number of cells and no cell spans several, so that columns can be changed. */
  readonly isRegular: boolean;
}

/** The cell of a table in which the cursor is. */
export function tableAt({ selection: { $from } }: EditorState): TablePlace | undefined {
  for (let depth = $from.depth; depth > 1; depth -= 1) {
    const row = $from.node(depth);
    if (row.type.name !== 'tr') continue;
    const section = $from.node(depth - 1);
    const tableDepth = section.type.name === 'table' ? depth - 1 : depth - 2;
    const table = $from.node(tableDepth);
    return {
      table,
      tablePos: $from.before(tableDepth),
      row,
      rowPos: $from.before(depth),
      section,
      sectionPos: $from.before(depth - 1),
      column: $from.index(depth),
      isRegular: isRegular(table),
    };
  }
  return undefined;
}

function isRegular(table: Node): boolean {
  const lengths = new Set<number>();
  let isPlain = true;
  for (const { node } of rowsOf(table)) lengths.add(node.childCount);
  table.descendants((node) => {
    const attrs = (node.attrs['attrs'] ?? {}) as Attributes;
    if (node.type.name === 'colgroup' || 'colspan' in attrs || 'rowspan' in attrs) isPlain = false;
  });
  return isPlain && lengths.size === 1;
}

/** The rows of a table, with their offsets from its start. Nested tables are not searched. */
function rowsOf(table: Node): { node: Node; offset: number }[] {
  const rows: { node: Node; offset: number }[] = [];
  table.forEach((child, offset) => {
    if (child.type.name === 'tr') rows.push({ node: child, offset });
    else if (['thead', 'tbody', 'tfoot'].includes(child.type.name))
      child.forEach((node, inner) => void rows.push({ node, offset: offset + 1 + inner }));
  });
  return rows;
}

const cell = (state: EditorState, name: string): Node =>
  nodeType(state, name).create(null, nodeType(state, 'bare').create());

const row = (state: EditorState, names: readonly string[]): Node =>
  nodeType(state, 'tr').create(
    null,
    names.map((name) => cell(state, name)),
  );

/** Distance from the start of a row or cell to the text in its first cell. */
const TO_TEXT = { table: 5, row: 3, cell: 2 };

/** Puts a table with a header row below the block at the cursor, and a paragraph after it. Not within a table. */
export const insertTable: Command = (state, dispatch) => {
  const { $to } = state.selection;
  if (tableAt(state) || !$to.parent.isTextblock) return false;
  const header = row(
    state,
    Array.from({ length: NEW_COLUMNS }, () => 'th'),
  );
  const rows = Array.from({ length: NEW_ROWS }, () =>
    row(
      state,
      Array.from({ length: NEW_COLUMNS }, () => 'td'),
    ),
  );
  const table = nodeType(state, 'table').create(null, [
    nodeType(state, 'thead').create(null, header),
    nodeType(state, 'tbody').create(null, rows),
  ]);
  const isEmpty = $to.parent.content.size === 0;
  const start = isEmpty ? $to.before() : $to.after();
  const { tr } = state;
  tr.replaceWith(start, $to.after(), Fragment.from([table, nodeType(state, 'p').create()]));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start + TO_TEXT.table)).scrollIntoView());
  return true;
};

/** Adds a row above or below the one at the cursor. Below the header, it becomes the first row of the body. */
export const addRow =
  (side: 'above' | 'below'): Command =>
  (state, dispatch) => {
    const place = tableAt(state);
    if (!place?.isRegular) return false;
    const { table, tablePos, section, sectionPos, rowPos } = place;
    const body = bodyAfter(table, tablePos, section, sectionPos);
    const isBelowHeader = side === 'below' && body !== undefined && section.lastChild === place.row;
    const names = place.row.children.map(({ type }) => (isBelowHeader ? 'td' : type.name));
    const at = isBelowHeader ? body + 1 : side === 'above' ? rowPos : rowPos + place.row.nodeSize;
    const tr = state.tr.insert(at, row(state, names));
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + TO_TEXT.row)).scrollIntoView());
    return true;
  };

/** The position of the body that follows a head. */
function bodyAfter(table: Node, tablePos: number, section: Node, sectionPos: number): number | undefined {
  if (section.type.name !== 'thead') return undefined;
  const after = sectionPos + section.nodeSize;
  return table.resolve(after - tablePos - 1).nodeAfter?.type.name === 'tbody' ? after : undefined;
}

/** Adds a column before or after the one at the cursor. */
export const addColumn =
  (side: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const place = tableAt(state);
    if (!place?.isRegular) return false;
    const { tr } = state;
    const at = place.column + (side === 'after' ? 1 : 0);
    let selected = 0;
    for (const { node, offset } of rowsOf(place.table)) {
      const position = tr.mapping.map(place.tablePos + 1 + offset + 1 + sizeBefore(node, at));
      tr.insert(position, cell(state, node.child(place.column).type.name));
      if (node === place.row) selected = position + TO_TEXT.cell;
    }
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, selected)).scrollIntoView());
    return true;
  };

const sizeBefore = (parent: Node, index: number): number =>
  parent.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);

/** Deletes the row at the cursor. A table or part of a table without rows is deleted too. */
export const deleteRow: Command = (state, dispatch) => {
  const place = tableAt(state);
  if (!place?.isRegular) return false;
  const { table, section, sectionPos, rowPos, row: current } = place;
  if (rowsOf(table).length === 1) return deleteTable(state, dispatch);
  const isOnly = section.type.name !== 'table' && section.childCount === 1;
  const [from, to] = isOnly ? [sectionPos, sectionPos + section.nodeSize] : [rowPos, rowPos + current.nodeSize];
  dispatch?.(state.tr.delete(from, to).scrollIntoView());
  return true;
};

/** Deletes the column at the cursor. A table without columns is deleted too. */
export const deleteColumn: Command = (state, dispatch) => {
  const place = tableAt(state);
  if (!place?.isRegular) return false;
  if (place.row.childCount === 1) return deleteTable(state, dispatch);
  const { tr } = state;
  for (const { node, offset } of rowsOf(place.table)) {
    const start = place.tablePos + 1 + offset + 1 + sizeBefore(node, place.column);
    tr.delete(tr.mapping.map(start), tr.mapping.map(start + node.child(place.column).nodeSize));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const deleteTable: Command = (state, dispatch) => {
  const place = tableAt(state);
  if (!place) return false;
  const { tablePos, table } = place;
  const { tr } = state;
  const isAlone = state.doc.resolve(tablePos).parent.childCount === 1;
  if (isAlone) tr.replaceWith(tablePos, tablePos + table.nodeSize, nodeType(state, 'p').create());
  else tr.delete(tablePos, tablePos + table.nodeSize);
  dispatch?.(tr.scrollIntoView());
  return true;
};
