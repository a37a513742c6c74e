import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { BookPreview, Piece } from '../../contract/imports.ts';
import { counted, number } from '../ui/format.ts';
import { type Plan, restored, wordsOf } from './plan.ts';

interface Props {
  /** Text that no chapter of the plan contains. */
  readonly omitted: readonly Piece[];
  readonly plan: Plan;
  readonly preview: BookPreview;
  readonly onRestore: (plan: Plan, what: string) => void;
}

const MAX_LISTED = 20;

/** The chapters that the operator left out, each with a button that restores it. */
export function OmittedList({ omitted, plan, preview, onRestore }: Props) {
  if (omitted.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="omitted-title" sx={{ mt: 2 }}>
      <Typography variant="subtitle1" component="h4" id="omitted-title" sx={{ fontWeight: 600 }}>
        Left out by you ({number(omitted.length)})
      </Typography>
      <List disablePadding>
        {omitted.slice(0, MAX_LISTED).map((piece) => {
          const chapter = preview.chapters[piece.chapter];
          if (!chapter) return null;
          const isWhole = piece.from === 0 && piece.to === chapter.blocks;
          const { words } = wordsOf({ pieces: [piece] }, preview.chapters);
          return (
            <ListItem key={`${piece.chapter}-${piece.from}`} disableGutters divider sx={{ gap: 1 }}>
              <ListItemText
                primary={chapter.title}
                secondary={
                  isWhole
                    ? counted(words, 'word')
                    : `${counted(piece.to - piece.from, 'paragraph')}, starting at paragraph ${number(piece.from + 1)}`
                }
                sx={{ overflowWrap: 'anywhere' }}
              />
              <Button
                aria-label={`Restore ${chapter.title}`}
                onClick={() => onRestore(restored(plan, piece, chapter), `Restored “${chapter.title}”`)}
              >
                Restore
              </Button>
            </ListItem>
          );
        })}
      </List>
      {omitted.length > MAX_LISTED && (
        <Typography color="textSecondary">
          and {number(omitted.length - MAX_LISTED)} more. Undo restores them.
        </Typography>
      )}
    </Box>
  );
}
