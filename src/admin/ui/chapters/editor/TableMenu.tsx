import type { Command } from '@tiptap/pm/state';
import type { ToolbarState } from './editor-state.ts';
import { ToolbarMenu } from './ToolbarMenu.tsx';
import { addColumn, addRow, deleteColumn, deleteRow, deleteTable, insertTable } from './tables.ts';

/** Where a command applies: outside of tables, in any table, or only in tables without cells that span several. */
type Where = 'outside' | 'table' | 'regular';

const ITEMS: readonly { value: string; command: Command; where: Where; keys?: string }[] = [
  { value: 'Insert table', command: insertTable, where: 'outside', keys: 'Mod-Alt-t' },
  { value: 'Add row above', command: addRow('above'), where: 'regular' },
  { value: 'Add row below', command: addRow('below'), where: 'regular' },
  { value: 'Add column before', command: addColumn('before'), where: 'regular' },
  { value: 'Add column after', command: addColumn('after'), where: 'regular' },
  { value: 'Delete row', command: deleteRow, where: 'regular' },
  { value: 'Delete column', command: deleteColumn, where: 'regular' },
  { value: 'Delete table', command: deleteTable, where: 'table' },
];

interface Props {
  readonly table: ToolbarState['table'];
  readonly onCommand: (command: Command) => void;
  readonly focusText: () => void;
}

/** The menu that inserts and changes tables. */
export function TableMenu({ table, onCommand, focusText }: Props) {
  const applies = (where: Where) =>
    where === 'outside' ? table === undefined : where === 'table' ? table !== undefined : table === 'regular';
  return (
    <ToolbarMenu
      label="Table"
      text="Table"
      items={ITEMS.map(({ value, where, keys }) => ({ value, label: value, keys, isOff: !applies(where) }))}
      onChoose={(value) => {
        const item = ITEMS.find((candidate) => candidate.value === value);
        if (item) onCommand(item.command);
      }}
      focusText={focusText}
    />
  );
}
