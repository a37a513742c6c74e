import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TablePagination from '@mui/material/TablePagination';
import { useState } from 'react';
import { Link } from 'react-admin';
import type { ImportBatch, ImportBook } from '../../contract/imports.ts';
import { counted } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import { STATE_NAMES } from './import-states.ts';
import { withFieldNames } from './option-names.ts';

const BOOKS_PER_PAGE = 50;

/** Lists the books of a batch that contains more than one. */
export function BookList({ batch: { id, books } }: { batch: ImportBatch }) {
  const [page, setPage] = useState(0);
  return (
    <Card component="section" aria-label="Books">
      <List disablePadding>
        {books.slice(page * BOOKS_PER_PAGE, (page + 1) * BOOKS_PER_PAGE).map((book) => (
          <ListItem key={book.index} disablePadding divider>
            <ListItemButton
              component={Link}
              to={`/import/${id}/${book.index}`}
              sx={{ color: 'text.primary', minWidth: 0 }}
            >
              <ListItemText
                primary={book.summary?.title ?? book.name}
                secondary={detailsOf(book)}
                slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                sx={{ overflowWrap: 'anywhere', pr: 1 }}
              />
              <Box sx={{ flex: 'none' }}>
                <StatusChip value={book.state} label={STATE_NAMES[book.state]} />
              </Box>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {books.length > BOOKS_PER_PAGE && (
        <TablePagination
          component="div"
          count={books.length}
          page={page}
          rowsPerPage={BOOKS_PER_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_, to) => setPage(to)}
        />
      )}
    </Card>
  );
}

function detailsOf({ name, summary, refusedReason }: ImportBook): string {
  if (!summary) return withFieldNames(refusedReason ?? '');
  const { authors, chapters, words, oddities, doubts, resembles } = summary;
  const toCheck = oddities + doubts;
  return [
    authors.join(', '),
    counted(chapters, 'chapter'),
    counted(words, 'word'),
    ...(toCheck > 0 ? [`${counted(toCheck, 'issue')} to check`] : []),
    ...(resembles.length > 0 ? ['resembles a stored book'] : []),
    name,
  ]
    .filter(Boolean)
    .join(' · ');
}
