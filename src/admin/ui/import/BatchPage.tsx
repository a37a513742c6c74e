import BackIcon from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link, Title } from 'react-admin';
import { useParams } from 'react-router';
import type { ImportBatch } from '../../contract/imports.ts';
import { ApiError } from '../providers/http.ts';
import { BookList } from './BookList.tsx';
import { BookPanel } from './BookPanel.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { isBusy } from './import-states.ts';
import { useImport } from './imports-api.ts';
import { StoreAllButton } from './StoreAllButton.tsx';

/** Shows a batch: the book named in the address, or the batch's only book, or the list of its books. */
export function BatchPage() {
  const { batch: id = '', book } = useParams();
  const { data: batch, error, isPending, refetch } = useImport(id);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title="Import" />
      {error && (
        <Alert severity="error" action={!isGone && <Button onClick={() => refetch()}>Try again</Button>}>
          {isGone ? 'These files were discarded, or deleted after 24 hours. Upload them again.' : error.message}
        </Alert>
      )}
      {isPending && <Skeleton variant="rounded" height={240} />}
      {isGone ? <BackLink to="/import" label="All uploads" /> : batch && <Batch batch={batch} book={book} />}
    </Stack>
  );
}

function Batch({ batch, book }: { batch: ImportBatch; book: string | undefined }) {
  const [only] = batch.books;
  const isSingle = batch.books.length === 1;
  const shown = isSingle ? only : batch.books.find(({ index }) => String(index) === book);
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        {shown && !isSingle ? (
          <BackLink to={`/import/${batch.id}`} label={`All books of ${batch.name}`} />
        ) : (
          <BackLink to="/import" label="All uploads" />
        )}
        <DiscardButton batch={batch} />
      </Stack>
      {shown === undefined && (
        <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {batch.name}
        </Typography>
      )}
      <BatchState batch={batch} />
      {shown ? (
        <BookPanel key={`${batch.id} ${shown.index}`} batch={batch} book={shown} />
      ) : (
        batch.books.length > 1 && (
          <>
            <div>
              <StoreAllButton batch={batch} />
            </div>
            <BookList batch={batch} />
          </>
        )
      )}
    </>
  );
}

const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} startIcon={<BackIcon />} sx={{ minWidth: 0, textAlign: 'start' }}>
    {label}
  </Button>
);

/** The progress of the server's work on the batch, or the error that stopped it. */
function BatchState({ batch }: { batch: ImportBatch }) {
  const { state, share, error, books } = batch;
  const isReading = state === 'reading';
  return (
    <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      {state === 'uploading' && (
        <Alert severity="warning">
          The upload is not complete. If it was interrupted, discard it and upload again.
        </Alert>
      )}
      {isBusy(batch) && (
        <Card>
          <CardContent>
            <Typography sx={{ mb: 1 }}>{isReading ? 'Reading the text' : 'Storing the books'}</Typography>
            <LinearProgress
              aria-label={isReading ? 'Reading the text' : 'Storing the books'}
              variant={share > 0 ? 'determinate' : 'indeterminate'}
              value={Math.min(100, share * 100)}
            />
          </CardContent>
        </Card>
      )}
      {state === 'ready' && books.length === 0 && <Alert severity="warning">The files contain no books.</Alert>}
    </Box>
  );
}
