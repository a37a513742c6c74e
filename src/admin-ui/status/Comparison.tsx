import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { number } from '../ui/format.ts';
import { LineDiff } from '../ui/LineDiff.tsx';
import { htmlLines } from './html-lines.ts';
import { type ReleaseChanges, useChanges, usePageTexts } from './releases-data.ts';

interface Props {
  readonly brand: string;
  readonly from: string;
  readonly to: string;
}

/** How many pages are listed at once. */
const MOST_LISTED = 200;
const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

interface Entry {
  readonly kind: keyof typeof SIGNS;
  readonly path: string;
}

/** The pages by which two releases differ, and of one of them the lines. */
export function Comparison({ brand, from, to }: Props) {
  const { data, error, isPending } = useChanges(brand, from, to);
  const [part, setPart] = useState('');
  const [chosen, setChosen] = useState('');
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (isPending) return <Skeleton variant="rounded" height={200} />;
  const entries = entriesOf(data).filter(({ path }) => path.includes(part));
  return (
    <>
      <Typography variant="h6" component="h2">
        {number(data.totals.added)} pages new, {number(data.totals.changed)} changed, {number(data.totals.removed)}{' '}
        removed
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mt: 1,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '320px minmax(0, 1fr)' },
        }}
      >
        <Box>
          <TextField label="Part of the path" value={part} onChange={({ target }) => setPart(target.value)} fullWidth />
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: '60vh', overflow: 'auto' }}>
            {entries.slice(0, MOST_LISTED).map(({ kind, path }) => (
              <li key={path}>
                <ListItemButton
                  dense
                  selected={path === chosen}
                  onClick={() => setChosen(path)}
                  sx={{ fontSize: 13, overflowWrap: 'anywhere' }}
                >
                  {SIGNS[kind]} {decodeURI(path)}
                </ListItemButton>
              </li>
            ))}
          </Box>
          {entries.length > MOST_LISTED && (
            <Typography variant="caption">
              and {number(entries.length - MOST_LISTED)} more: narrow them by a part of the path
            </Typography>
          )}
        </Box>
        {chosen === '' ? (
          <Typography color="textSecondary">Choose a page to see its changed lines.</Typography>
        ) : (
          <PageDiff brand={brand} from={from} to={to} path={chosen} />
        )}
      </Box>
    </>
  );
}

const entriesOf = (changes: ReleaseChanges): Entry[] =>
  (['changed', 'added', 'removed'] as const).flatMap((kind) => changes[kind].map((path) => ({ kind, path })));

function PageDiff({ path, ...between }: Props & { path: string }) {
  const { data, error, isPending } = usePageTexts(between.brand, between.from, between.to, path);
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (isPending) return <Skeleton variant="rounded" height={200} />;
  return <LineDiff before={htmlLines(data.before ?? '')} after={htmlLines(data.after ?? '')} context={2} />;
}
