import type { EditorView } from '@codemirror/view';
import BoldIcon from '@mui/icons-material/FormatBold';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import RuleIcon from '@mui/icons-material/HorizontalRule';
import SegmentIcon from '@mui/icons-material/Segment';
import TitleIcon from '@mui/icons-material/Title';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { ReactElement, RefObject } from 'react';
import { paragraphs } from './paragraphs.ts';

interface Format {
  readonly label: string;
  readonly icon: ReactElement;
  readonly act: (selected: string) => string;
}

const within = (tag: string) => (text: string) => `<${tag}>${text}</${tag}>`;

const FORMATS: readonly Format[] = [
  { label: 'Italic', icon: <ItalicIcon />, act: within('em') },
  { label: 'Bold', icon: <BoldIcon />, act: within('strong') },
  { label: 'Heading', icon: <TitleIcon />, act: within('h2') },
  { label: 'Quote', icon: <QuoteIcon />, act: (text) => within('blockquote')(within('p')(text)) },
  { label: 'Turn lines into paragraphs', icon: <SegmentIcon />, act: paragraphs },
  { label: 'Scene break', icon: <RuleIcon />, act: (text) => `${text}\n<hr>\n` },
];

/** A toolbar that wraps the selection in elements. */
export function FormatBar({ view }: { view: RefObject<EditorView | null> }) {
  const apply = (act: Format['act']) => {
    const editor = view.current;
    if (!editor) return;
    const { from, to } = editor.state.selection.main;
    editor.dispatch(editor.state.replaceSelection(act(editor.state.sliceDoc(from, to))));
    editor.focus();
  };
  return (
    <Stack direction="row" sx={{ borderBottom: 1, borderColor: 'divider', px: 0.5, flexWrap: 'wrap' }}>
      {FORMATS.map(({ label, icon, act }) => (
        <Tooltip key={label} title={label}>
          <IconButton aria-label={label} onClick={() => apply(act)}>
            {icon}
          </IconButton>
        </Tooltip>
      ))}
    </Stack>
  );
}
