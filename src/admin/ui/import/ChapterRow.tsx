import ArrowDownIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpIcon from '@mui/icons-material/ArrowUpward';
import MergeIcon from '@mui/icons-material/CallMerge';
import SplitIcon from '@mui/icons-material/CallSplit';
import EditIcon from '@mui/icons-material/EditOutlined';
import MoreIcon from '@mui/icons-material/MoreVert';
import RemoveIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { PlannedChapter } from '../../contract/imports.ts';
import { idOf } from './plan.ts';

export type RowAction = 'up' | 'down' | 'details' | 'merge' | 'split' | 'leave-out';

interface Props {
  readonly chapter: PlannedChapter;
  /** Position in the plan, from 0. */
  readonly place: number;
  /** Number of chapters in the plan. */
  readonly count: number;
  /** Set for the first row of a part. */
  readonly part: string | null;
  /** BCP 47 tag of the book. */
  readonly language: string;
  readonly details: string;
  readonly begins: string;
  readonly oddities: readonly string[];
  readonly onAction: (action: RowAction) => void;
  readonly onTitle: (title: string) => void;
}

/**
 * A row for a chapter. The title is edited in place; buttons and a menu contain the other corrections. Alt+Up and
 * Alt+Down move the chapter.
 */
export function ChapterRow({
  chapter,
  place,
  count,
  part,
  language,
  details,
  begins,
  oddities,
  onAction,
  onTitle,
}: Props) {
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onAction(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <>
      {part !== null && (
        <ListSubheader
          lang={language}
          dir="auto"
          disableSticky
          disableGutters
          sx={{
            bgcolor: 'transparent',
            overflowWrap: 'anywhere',
            lineHeight: 1.5,
            pt: 2,
            pb: 0.5,
            fontSize: 14,
            fontWeight: 600,
          }}
        >
          {part}
        </ListSubheader>
      )}
      <ListItem disableGutters divider onKeyDown={move} sx={{ alignItems: 'flex-start', gap: 1, py: 0.75 }}>
        <Typography color="textSecondary" sx={{ minWidth: '3ch', textAlign: 'end', pt: 0.5 }}>
          {place + 1}
        </Typography>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <TitleInput
            title={chapter.title}
            label={`Title of chapter ${place + 1}`}
            language={language}
            onTitle={onTitle}
          />
          <Typography variant="body2" color="textSecondary">
            {details}
          </Typography>
          {begins !== '' && (
            <Typography variant="body2" color="textSecondary" noWrap lang={language} dir="auto">
              {begins}
            </Typography>
          )}
          {oddities.map((message) => (
            <Stack key={message} direction="row" sx={{ gap: 0.5, color: 'warning.main', alignItems: 'flex-start' }}>
              <WarningIcon sx={{ fontSize: 18, mt: '1px' }} aria-hidden="true" />
              <Typography variant="body2">{message}</Typography>
            </Stack>
          ))}
        </Box>
        <Actions chapter={chapter} place={place} count={count} onAction={onAction} />
      </ListItem>
    </>
  );
}

interface TitleInputProps {
  readonly title: string;
  readonly label: string;
  readonly language: string;
  readonly onTitle: (title: string) => void;
}

/** Saves the title when Enter is pressed or the field loses the focus; Escape restores it. */
function TitleInput({ title, label, language, onTitle }: TitleInputProps) {
  const [text, setText] = useState(title);
  useEffect(() => setText(title), [title]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // Enter also ends the composition of a Chinese, Japanese or Korean word.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onTitle(text);
    } else if (event.key === 'Escape') setText(title);
  };
  return (
    <InputBase
      multiline
      fullWidth
      value={text}
      error={text.trim() === ''}
      placeholder="Title"
      onChange={({ target }) => setText(target.value)}
      onBlur={() => onTitle(text)}
      onKeyDown={onKeyDown}
      slotProps={{ input: { 'aria-label': label, lang: language, dir: 'auto' } }}
      sx={{
        fontWeight: 600,
        px: 0.75,
        ml: -0.75,
        py: 0.25,
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focused': { bgcolor: 'action.hover', outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main' },
        '&.Mui-error': { outline: 1, outlineStyle: 'solid', outlineColor: 'error.main' },
      }}
    />
  );
}

type ActionsProps = Pick<Props, 'chapter' | 'place' | 'count' | 'onAction'>;

const MENU = [
  { action: 'details', label: 'Part, kind and position', icon: <EditIcon fontSize="small" /> },
  { action: 'merge', label: 'Merge with previous', icon: <MergeIcon fontSize="small" /> },
  { action: 'split', label: 'Split', icon: <SplitIcon fontSize="small" /> },
  { action: 'leave-out', label: 'Leave out', icon: <RemoveIcon fontSize="small" /> },
] as const;

function Actions({ chapter, place, count, onAction }: ActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { title, pieces } = chapter;
  const id = idOf(chapter);
  const blocks = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const isImpossible = { details: false, merge: place === 0, split: blocks < 2, 'leave-out': false };
  const choose = (action: RowAction) => {
    setAnchor(null);
    onAction(action);
  };
  return (
    <Box sx={{ display: 'flex', flex: 'none', flexDirection: { xs: 'column', sm: 'row' } }}>
      <IconButton
        id={`up-${id}`}
        aria-label={`Move ${title} up`}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={place === 0}
        onClick={() => onAction('up')}
      >
        <ArrowUpIcon fontSize="small" />
      </IconButton>
      <IconButton
        id={`down-${id}`}
        aria-label={`Move ${title} down`}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={place === count - 1}
        onClick={() => onAction('down')}
      >
        <ArrowDownIcon fontSize="small" />
      </IconButton>
      <IconButton
        id={`more-${id}`}
        aria-label={`More actions for ${title}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {MENU.map(({ action, label, icon }) => (
          <MenuItem key={action} disabled={isImpossible[action]} onClick={() => choose(action)}>
            <ListItemIcon>{icon}</ListItemIcon>
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
