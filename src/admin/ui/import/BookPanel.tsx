import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ImportBatch, ImportBook } from '../../contract/imports.ts';
import { BookReview } from './BookReview.tsx';
import { useReviewedBook } from './imports-api.ts';
import { withFieldNames } from './option-names.ts';
import { ReadingCard } from './ReadingCard.tsx';
import { StoredBook } from './StoredBook.tsx';
import { useReading } from './use-reading.ts';

interface Props {
  readonly batch: ImportBatch;
  readonly book: ImportBook;
}

/** A book of a batch: the reason why it was refused, its preview with corrections, or links to the stored book. */
export function BookPanel({ batch, book }: Props) {
  const { state, refusedReason, name } = book;
  return (
    <Stack component="article" aria-label={name} sx={{ gap: 2, minWidth: 0 }}>
      <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {refusedReason !== null && (
        <Alert severity="error">
          {state === 'failed' ? 'Not stored: ' : ''}
          {withFieldNames(refusedReason)}
        </Alert>
      )}
      {state === 'stored' && <StoredBook book={book} />}
      {state === 'refused' && <RefusedBook batch={batch} book={book} />}
      {(state === 'ready' || state === 'failed') && <LoadedReview batch={batch} book={book} />}
    </Stack>
  );
}

/** The preview of a book, which is loaded only for the book that is shown. */
function LoadedReview({ batch, book }: Props) {
  const { data, error, isPending, refetch } = useReviewedBook(batch.id, book);
  if (error && !data)
    return (
      <Alert severity="error" action={<Button onClick={() => refetch()}>Try again</Button>}>
        {error.message}
      </Alert>
    );
  if (isPending) return <Skeleton variant="rounded" height={240} />;
  const { preview } = data;
  return (
    preview && <BookReview key={preview.fingerprint} batch={batch} book={{ ...book, preview }} preview={preview} />
  );
}

/** A book that could not be read, with the settings that may help. */
function RefusedBook({ batch, book }: Props) {
  const reading = useReading(batch, { ...book, preview: null });
  return <ReadingCard reading={reading} preview={null} onRead={() => reading.read({})} />;
}
