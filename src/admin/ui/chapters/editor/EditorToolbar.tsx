import AlignCenterIcon from '@mui/icons-material/FormatAlignCenter';
import AlignEndIcon from '@mui/icons-material/FormatAlignRight';
import BoldIcon from '@mui/icons-material/FormatBold';
import ClearIcon from '@mui/icons-material/FormatClear';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import BulletedIcon from '@mui/icons-material/FormatListBulleted';
import NumberedIcon from '@mui/icons-material/FormatListNumbered';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import LetterIcon from '@mui/icons-material/HistoryEduOutlined';
import RuleIcon from '@mui/icons-material/HorizontalRule';
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import type { Editor } from '@tiptap/core';
import { redo, undo } from '@tiptap/pm/history';
import type { Command } from '@tiptap/pm/state';
import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import { type Alignment, insertSceneBreak, setAlignment, setTextBlock, toggleQuotation } from './blocks.ts';
import { type ToolbarState, toolbarState } from './editor-state.ts';
import { FORMATS } from './formats.ts';
import { InsertTools } from './InsertTools.tsx';
import type { Inserted } from './links.ts';
import { toggleList } from './lists.ts';
import { clearFormats, toggleFormat } from './marks.ts';
import { TableMenu } from './TableMenu.tsx';
import { Tool } from './Tool.tsx';
import { ToolbarMenu } from './ToolbarMenu.tsx';
import { moveFocus, useSingleTabStop } from './toolbar-focus.ts';
import { toggleVerse } from './verse.ts';

interface Props {
  readonly editor: Editor;
  readonly toolbar: RefObject<HTMLDivElement | null>;
  /** The open dialog. */
  readonly dialog: Inserted | undefined;
  readonly onDialog: (dialog: Inserted | undefined) => void;
}

const BLOCKS = [
  { value: 'p', label: 'Paragraph', command: setTextBlock('p'), key: 'Mod-Alt-0' },
  { value: 'h2', label: 'Heading', command: setTextBlock('h2'), key: 'Mod-Alt-2' },
  { value: 'h3', label: 'Subheading', command: setTextBlock('h3'), key: 'Mod-Alt-3' },
  { value: 'h4', label: 'Minor heading', command: setTextBlock('h4'), key: 'Mod-Alt-4' },
  { value: 'verse', label: 'Verse', command: toggleVerse, key: 'Mod-Alt-v' },
  { value: 'pre', label: 'Preserved spaces', command: setTextBlock('pre') },
];

const FORMAT_BUTTONS: Readonly<Record<string, ReactElement>> = { italic: <ItalicIcon />, bold: <BoldIcon /> };
const BUTTON_FORMATS = FORMATS.filter(({ name }) => name in FORMAT_BUTTONS);
const MENU_FORMATS = FORMATS.filter(({ name }) => !(name in FORMAT_BUTTONS));

/** The toolbar of the text editor. It is one tab stop; arrow keys move between its buttons. */
export function EditorToolbar({ editor, toolbar, dialog, onDialog }: Props) {
  const state = useToolbarState(editor);
  useSingleTabStop(toolbar);
  const run = (command: Command) => {
    command(editor.state, editor.view.dispatch);
    editor.view.focus();
  };
  const block = BLOCKS.find(({ value }) => value === state.block);
  const align = (alignment: Alignment) => setAlignment(state.alignment === alignment ? undefined : alignment);
  return (
    <Box
      role="toolbar"
      aria-label="Formatting"
      aria-orientation="horizontal"
      ref={toolbar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.view.focus();
        else if (moveFocus(event.currentTarget, event.key)) event.preventDefault();
      }}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        px: 0.5,
        bgcolor: 'background.paper',
      }}
    >
      <Tool label="Undo" keys="Mod-z" isOff={!state.canUndo} onClick={() => run(undo)}>
        <UndoIcon />
      </Tool>
      <Tool label="Redo" keys="Mod-Shift-z" isOff={!state.canRedo} onClick={() => run(redo)}>
        <RedoIcon />
      </Tool>
      <Separator />
      <ToolbarMenu
        label="Kind of paragraph"
        text={block?.label ?? 'Text'}
        items={BLOCKS.map(({ value, label, key }) => ({ value, label, isOn: value === state.block, keys: key }))}
        onChoose={(value) => run(BLOCKS.find((item) => item.value === value)?.command ?? setTextBlock('p'))}
        focusText={() => editor.view.focus()}
      />
      <Separator />
      {BUTTON_FORMATS.map((format) => (
        <Tool
          key={format.name}
          label={format.label}
          keys={format.key}
          isOn={state.formats.includes(format.name)}
          onClick={() => run(toggleFormat(format))}
        >
          {FORMAT_BUTTONS[format.name]}
        </Tool>
      ))}
      <ToolbarMenu
        label="More formats"
        text="More"
        items={MENU_FORMATS.map(({ name, label, key }) => ({
          value: name,
          label,
          isOn: state.formats.includes(name),
          keys: key,
        }))}
        onChoose={(value) => {
          const format = MENU_FORMATS.find(({ name }) => name === value);
          if (format) run(toggleFormat(format));
        }}
        focusText={() => editor.view.focus()}
      />
      <Tool label="Clear formatting" keys="Mod-\" onClick={() => run(clearFormats)}>
        <ClearIcon />
      </Tool>
      <Separator />
      <Tool
        label="Quotation"
        keys="Mod-Shift-9"
        isOn={state.quotation === 'quotation'}
        onClick={() => run(toggleQuotation('quotation'))}
      >
        <QuoteIcon />
      </Tool>
      <Tool
        label="Letter or diary"
        keys="Mod-Alt-9"
        isOn={state.quotation === 'letter'}
        onClick={() => run(toggleQuotation('letter'))}
      >
        <LetterIcon />
      </Tool>
      <Tool label="Bulleted list" keys="Mod-Shift-8" isOn={state.list === 'ul'} onClick={() => run(toggleList('ul'))}>
        <BulletedIcon />
      </Tool>
      <Tool label="Numbered list" keys="Mod-Shift-7" isOn={state.list === 'ol'} onClick={() => run(toggleList('ol'))}>
        <NumberedIcon />
      </Tool>
      <Tool
        label="Centre"
        keys="Mod-Shift-e"
        isOn={state.alignment === 'text-center'}
        onClick={() => run(align('text-center'))}
      >
        <AlignCenterIcon />
      </Tool>
      <Tool
        label="Align to the end"
        keys="Mod-Shift-r"
        isOn={state.alignment === 'text-end'}
        onClick={() => run(align('text-end'))}
      >
        <AlignEndIcon />
      </Tool>
      <Separator />
      <Tool label="Scene break" keys="Mod-Enter" onClick={() => run(insertSceneBreak)}>
        <RuleIcon />
      </Tool>
      <TableMenu table={state.table} onCommand={run} focusText={() => editor.view.focus()} />
      <InsertTools editor={editor} state={state.inserts} dialog={dialog} onDialog={onDialog} />
    </Box>
  );
}

const Separator = () => <Divider orientation="vertical" flexItem sx={{ mx: 0.5, my: 1 }} />;

/** The state of the toolbar. Typing changes it rarely, so the toolbar is rarely rendered again. */
function useToolbarState(editor: Editor): ToolbarState {
  const [state, setState] = useState(() => toolbarState(editor.state));
  useEffect(() => {
    const update = () => {
      const next = toolbarState(editor.state);
      setState((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
    };
    update();
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor]);
  return state;
}
