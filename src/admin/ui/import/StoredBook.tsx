import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-admin';
import type { ImportBook, StoredReport } from '../../contract/imports.ts';
import { counted } from '../ui/format.ts';

const TITLES: Readonly<Record<StoredReport['status'], string>> = {
  added: 'Book added',
  updated: 'Book updated',
  unchanged: 'The book was already up to date',
};

/** The result of storing a book, with links to it. */
export function StoredBook({ book: { bookId, report } }: { book: ImportBook }) {
  return (
    <>
      <Alert severity="success" sx={{ alignItems: 'flex-start' }}>
        <AlertTitle>{report ? TITLES[report.status] : 'Stored'}</AlertTitle>
        {report && (
          <Box sx={{ overflowWrap: 'anywhere' }}>
            “{report.title}” by {report.author}: {counted(report.chapters, 'chapter')}
            {report.sections > 0 && `, ${counted(report.sections, 'section')}`}. Prerendered pages show it after Publish
            now or the next night.
          </Box>
        )}
        {bookId !== null && (
          <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
            <Button component={Link} to={`/books/${bookId}`} variant="outlined">
              Open book
            </Button>
            <Button component={Link} to={`/books/${bookId}/chapters`}>
              Chapters
            </Button>
            <Button component={Link} to="/import">
              Import more
            </Button>
          </Stack>
        )}
      </Alert>
      {report?.warnings.map((warning) => (
        <Alert key={warning} severity="warning">
          {warning}
        </Alert>
      ))}
    </>
  );
}
