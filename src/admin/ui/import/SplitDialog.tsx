import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TablePagination from '@mui/material/TablePagination';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { BlockPreview } from '../../contract/imports.ts';
import { counted } from '../ui/format.ts';
import { blocksQuery } from './imports-api.ts';
import { type Plan, split } from './plan.ts';

interface Props {
  readonly batch: string;
  readonly book: number;
  readonly fingerprint: string;
  readonly plan: Plan;
  readonly place: number;
  readonly onClose: () => void;
  readonly onSplit: (plan: Plan, what: string) => void;
}

const PARAGRAPHS_PER_PAGE = 100;
/** Maximum length of a paragraph that is suggested as a heading. */
const MAX_HEADING_CHARACTERS = 80;

/** Splits a chapter before a paragraph, or before a sentence or line of a long paragraph. */
export function SplitDialog({ batch, book, fingerprint, plan, place, onClose, onSplit }: Props) {
  const chapter = plan[place];
  const [block, setBlock] = useState<number>();
  const [title, setTitle] = useState('');
  const [isHeading, setHeading] = useState(false);
  const pieces = chapter?.pieces ?? [];
  const results = useQueries({ queries: pieces.map((piece) => blocksQuery(batch, book, piece.chapter, fingerprint)) });
  const error = results.find((result) => result.error)?.error;
  const isPending = results.some((result) => result.isPending);
  const blocks = pieces.flatMap(({ from, to }, at) => results[at]?.data?.slice(from, to) ?? []);
  if (!chapter) return null;
  const choose = (at: number) => {
    const text = blocks[at]?.text.trim() ?? '';
    const canBeHeading = text.length <= MAX_HEADING_CHARACTERS && at < blocks.length - 1;
    setBlock(at);
    setTitle(canBeHeading ? text : '');
    setHeading(canBeHeading && text !== '');
  };
  const result = block === undefined ? plan : split(plan, place, { block, title: title.trim(), isHeading });
  const canSplit = result !== plan && title.trim() !== '';
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" scroll="paper" aria-labelledby="split-title">
      <DialogTitle id="split-title" sx={{ overflowWrap: 'anywhere' }}>
        Split “{chapter.title}”
      </DialogTitle>
      <DialogContent dividers>
        {error && <Alert severity="error">{error.message}</Alert>}
        {isPending && !error && <LinearProgress aria-label="Loading the paragraphs" />}
        {blocks.length > 0 && !isPending && <Blocks blocks={blocks} value={block} onChoose={choose} />}
      </DialogContent>
      <Box sx={{ px: 3, pt: 1 }}>
        <TextField
          label="Title of the second chapter"
          value={title}
          disabled={block === undefined}
          onChange={({ target }) => setTitle(target.value)}
        />
        <FormControlLabel
          control={<Checkbox checked={isHeading} onChange={(_, isOn) => setHeading(isOn)} />}
          disabled={block === undefined || block >= blocks.length - 1}
          label="This paragraph is only the heading: leave it out of the text"
        />
      </Box>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={!canSplit}
          onClick={() => onSplit(result, `Split “${title.trim()}” from “${chapter.title}”`)}
        >
          Split
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface BlocksProps {
  readonly blocks: readonly BlockPreview[];
  readonly value: number | undefined;
  readonly onChoose: (block: number) => void;
}

/** The paragraphs, sentences and lines at which the second chapter can start. Those inside a paragraph are indented. */
function Blocks({ blocks, value, onChoose }: BlocksProps) {
  const [page, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const text = search.trim().toLocaleLowerCase();
  const matches = blocks
    .map((block, at) => ({ ...block, at }))
    .filter((block) => block.at > 0 && block.text.toLocaleLowerCase().includes(text));
  const isLong = blocks.length > PARAGRAPHS_PER_PAGE / 4;
  return (
    <>
      <Typography id="split-at">The second chapter starts at:</Typography>
      {isLong && (
        <TextField
          label="Find a paragraph or sentence"
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setPage(0);
          }}
        />
      )}
      {matches.length === 0 && <Typography color="textSecondary">Nothing matches.</Typography>}
      <RadioGroup
        aria-labelledby="split-at"
        value={value === undefined ? '' : String(value)}
        onChange={(_, to) => onChoose(Number(to))}
      >
        {matches
          .slice(page * PARAGRAPHS_PER_PAGE, (page + 1) * PARAGRAPHS_PER_PAGE)
          .map(({ at, text: begins, words, isInside = false }) => (
            <FormControlLabel
              key={at}
              value={String(at)}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', mr: 0, ...(isInside && { pl: 3 }) }}
              slotProps={{ typography: { sx: { pt: 1, minWidth: 0, overflowWrap: 'anywhere' } } }}
              label={
                <>
                  {begins || 'No text'}
                  <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                    {counted(words, 'word')}
                  </Typography>
                </>
              }
            />
          ))}
      </RadioGroup>
      {matches.length > PARAGRAPHS_PER_PAGE && (
        <TablePagination
          component="div"
          count={matches.length}
          page={page}
          rowsPerPage={PARAGRAPHS_PER_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_, to) => setPage(to)}
        />
      )}
    </>
  );
}
