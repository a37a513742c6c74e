import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-admin';
import type { ImportSummary } from '../../contract/imports.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ago, bytes, counted } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { isBusy, STATE_NAMES } from './import-states.ts';
import { useImports } from './imports-api.ts';
import { useUploads } from './UploadList.tsx';

/** The uploaded batches, newest first. */
export function BatchList() {
  const { data, error, isPending, refetch } = useImports();
  const uploadingIds = useUploads().map(({ id }) => id);
  const batches = data?.filter(({ id }) => !uploadingIds.includes(id));
  return (
    <section aria-label="Uploaded files">
      {error && (
        <Alert severity="error" sx={{ mb: 1 }} action={<Button onClick={() => refetch()}>Try again</Button>}>
          {error.message}
        </Alert>
      )}
      {isPending && <Skeleton variant="rounded" height={72} />}
      {batches && (
        <Card>
          {batches.length === 0 ? (
            <EmptyState text="Nothing to review" next="Files that you upload are listed here for 24 hours.">
              {null}
            </EmptyState>
          ) : (
            <List disablePadding>
              {batches.map((batch) => (
                <BatchRow key={batch.id} batch={batch} />
              ))}
            </List>
          )}
        </Card>
      )}
    </section>
  );
}

function BatchRow({ batch }: { batch: ImportSummary }) {
  const { id, name, state, share, error, createdAt } = batch;
  return (
    <ListItem disablePadding divider secondaryAction={<DiscardButton batch={batch} isIcon />}>
      <ListItemButton component={Link} to={`/import/${id}`} sx={{ color: 'text.primary', minWidth: 0 }}>
        <ListItemText
          primary={name}
          secondary={
            <>
              <span>{[...contentsOf(batch), ago(createdAt)].join(' · ')}</span>
              {error !== null && (
                <Typography variant="body2" color="error">
                  {error}
                </Typography>
              )}
              {isBusy(batch) && (
                <LinearProgress
                  aria-label={`${STATE_NAMES[state]} ${name}`}
                  variant="determinate"
                  value={Math.min(100, share * 100)}
                  sx={{ mt: 0.5 }}
                />
              )}
            </>
          }
          slotProps={{ primary: { sx: { fontWeight: 600 } }, secondary: { component: 'div' } }}
          sx={{ overflowWrap: 'anywhere', pr: 1 }}
        />
        <Box sx={{ flex: 'none', mr: 1 }}>
          <StatusChip value={state} label={state === 'uploading' ? 'interrupted' : STATE_NAMES[state]} />
        </Box>
      </ListItemButton>
    </ListItem>
  );
}

function contentsOf({ files, bytes: size, books, storedBooks }: ImportSummary): string[] {
  return [
    ...(files === 1 ? [] : [counted(files, 'file')]),
    bytes(size),
    ...(books > 1 || files > 1 ? [counted(books, 'book')] : []),
    ...(books > 1 && storedBooks > 0 ? [`${storedBooks} stored`] : []),
  ];
}
