import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useNotify } from 'react-admin';
import { Announcement } from '../ui/Announcement.tsx';
import { bytes, counted, number } from '../ui/format.ts';
import { IMPORTS } from './imports-api.ts';
import { cancelUpload, retryUpload, type Upload, type UploadedFile, uploadStore } from './uploads.ts';

/** Maximum number of files listed per upload; the remaining files are only counted. */
const MAX_LISTED_FILES = 5;

export const useUploads = () => useSyncExternalStore(uploadStore.subscribe, uploadStore.get);

/** The uploads in progress, with the progress of each file. */
export function UploadList() {
  const uploads = useUploads();
  const queries = useQueryClient();
  const ids = uploads.map(({ key, id }) => `${key}:${id}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches whenever an upload starts or ends
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: IMPORTS });
  }, [ids, queries]);
  return (
    <>
      <Announcement text={uploads.length === 0 ? '' : `Uploading ${uploads.map(({ name }) => name).join(', ')}`} />
      {uploads.length > 0 && (
        <Stack component="section" aria-label="Uploads" sx={{ gap: 1 }}>
          {uploads.map((upload) => (
            <UploadCard key={upload.key} upload={upload} />
          ))}
        </Stack>
      )}
    </>
  );
}

function UploadCard({ upload: { key, name, state, error, files } }: { upload: Upload }) {
  const notify = useNotify();
  const cancel = () => cancelUpload(key).catch((caught: Error) => notify(caught.message, { type: 'error' }));
  const size = sum(files.map((file) => file.size));
  const sent = sum(files.map((file) => file.sent));
  return (
    <Paper sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, flex: 1, minWidth: 160, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography color="textSecondary">
          {bytes(Math.min(sent, size))} of {bytes(size)}
        </Typography>
        {state === 'failed' && <Button onClick={() => retryUpload(key)}>Try again</Button>}
        <Button onClick={cancel} aria-label={`Cancel the upload of ${name}`}>
          Cancel
        </Button>
      </Stack>
      {state === 'failed' ? (
        <Alert severity="error" sx={{ mt: 1 }}>
          {error}
        </Alert>
      ) : (
        <LinearProgress
          aria-label={`Upload of ${name}`}
          variant="determinate"
          value={size === 0 ? 0 : Math.min(100, (sent / size) * 100)}
          sx={{ mt: 1 }}
        />
      )}
      {files.length > 1 && <Files files={files} />}
    </Paper>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function Files({ files }: { files: readonly UploadedFile[] }) {
  const pending = files.filter(({ state }) => state !== 'sent');
  const sentCount = files.length - pending.length;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, fontSize: 13, color: 'text.secondary' }}>
      {pending.slice(0, MAX_LISTED_FILES).map(({ path, size, sent, state }) => (
        <Box component="li" key={path} sx={{ overflowWrap: 'anywhere' }}>
          {path}: {state === 'sending' ? `${share(sent, size)} %` : 'waiting'}
        </Box>
      ))}
      {pending.length > MAX_LISTED_FILES && <li>and {counted(pending.length - MAX_LISTED_FILES, 'more file')}</li>}
      {sentCount > 0 && <li>{number(sentCount)} sent</li>}
    </Box>
  );
}

const share = (sent: number, size: number) => (size === 0 ? 100 : Math.min(100, Math.round((sent / size) * 100)));
