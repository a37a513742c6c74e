import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PathChanges } from '../../contract/publish.ts';
import { number } from '../ui/format.ts';
import { LineDiff } from '../ui/LineDiff.tsx';
import { htmlLines } from './html-lines.ts';
import { useChanges, usePageTexts } from './releases-data.ts';

interface Props {
  readonly brand: string;
  readonly from: string;
  readonly to: string;
}

/** Maximum number of pages listed at once; the filter narrows longer lists. */
const MAX_LISTED = 200;
const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

interface Entry {
  readonly kind: keyof typeof SIGNS;
  readonly path: string;
}

/** The pages that differ between two releases, and the changed lines of the selected page. */
export function Comparison({ brand, from, to }: Props) {
  const { data, error, isPending } = useChanges(brand, from, to);
  const [filter, setFilter] = useState('');
  const [selected, setSelected] = useState('');
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (isPending) return <Skeleton variant="rounded" height={200} />;
  const entries = entriesOf(data).filter(({ path }) => path.includes(filter));
  return (
    <>
      <Typography variant="h6" component="h2">
        {number(data.counts.added)} pages added, {number(data.counts.changed)} changed, {number(data.counts.removed)}{' '}
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
          <TextField
            label="Filter by path"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
            fullWidth
          />
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: '60vh', overflow: 'auto' }}>
            {entries.slice(0, MAX_LISTED).map(({ kind, path }) => (
              <li key={path}>
                <ListItemButton
                  dense
                  selected={path === selected}
                  onClick={() => setSelected(path)}
                  sx={{ fontSize: 13, overflowWrap: 'anywhere' }}
                >
                  {SIGNS[kind]} {decodeURI(path)}
                </ListItemButton>
              </li>
            ))}
          </Box>
          {entries.length > MAX_LISTED && (
            <Typography variant="caption">
              and {number(entries.length - MAX_LISTED)} more. Filter by path to narrow the list.
            </Typography>
          )}
        </Box>
        {selected === '' ? (
          <Typography color="textSecondary">Select a page to see its changed lines.</Typography>
        ) : (
          <PageDiff brand={brand} from={from} to={to} path={selected} />
        )}
      </Box>
    </>
  );
}

const entriesOf = (changes: PathChanges): Entry[] =>
  (['changed', 'added', 'removed'] as const).flatMap((kind) => changes[kind].map((path) => ({ kind, path })));

function PageDiff({ path, ...releases }: Props & { path: string }) {
  const { data, error, isPending } = usePageTexts(releases.brand, releases.from, releases.to, path);
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (isPending) return <Skeleton variant="rounded" height={200} />;
  return <LineDiff before={htmlLines(data.before ?? '')} after={htmlLines(data.after ?? '')} context={2} />;
}
