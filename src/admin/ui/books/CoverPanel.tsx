import AutoAwesomeIcon from '@mui/icons-material/AutoAwesomeOutlined';
import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { useNotify, useRecordContext, useRefresh } from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { call, isChanged } from '../providers/http.ts';
import { coverAddress } from '../ui/cover-address.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })));

/** The cover of the current book: upload and crop an image, or generate one. */
export function CoverPanel() {
  const book = useRecordContext<BookRecord>();
  const [picture, setPicture] = useState<File>();
  const { isBusy, error, act } = useCoverAct(book);
  if (!book) return null;
  const seen = { cover: book.cover };
  const path = `books/${book.id}/cover`;
  const send = (blob: Blob) =>
    act(() => call(`${path}?seen=${encodeURIComponent(JSON.stringify(seen))}`, { method: 'POST', body: blob }));
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
      <Cover book={book} />
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        {error !== '' && <Alert severity="error">{error}</Alert>}
        <UploadButton disabled={isBusy} onFile={setPicture} />
        <Button
          startIcon={<AutoAwesomeIcon />}
          disabled={isBusy}
          onClick={() => act(() => call(`${path}/generate`, { method: 'POST', body: { seen } }))}
        >
          Generate cover
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '40ch' }}>
          JPEG, PNG, WebP or AVIF, ideally at least 800 × 1200 pixels. It is cropped to 2:3 and resized for all pages.
          The cover is saved immediately; pages show it after you publish.
        </Typography>
      </Stack>
      {picture && (
        <Suspense>
          <CropDialog picture={picture} onClose={() => setPicture(undefined)} onCrop={send} />
        </Suspense>
      )}
    </Stack>
  );
}

function Cover({ book: { cover, title } }: { book: BookRecord }) {
  const shape = { width: 200, aspectRatio: '2 / 3', borderRadius: 1, border: 1, borderColor: 'divider', flex: 'none' };
  if (cover)
    return (
      <Box
        component="img"
        src={coverAddress(cover, 400)}
        alt={`Cover of ${title}`}
        sx={{ ...shape, objectFit: 'cover' }}
      />
    );
  return (
    <Stack sx={{ ...shape, alignItems: 'center', justifyContent: 'center', p: 2, textAlign: 'center' }}>
      <Typography color="textSecondary">No cover. Each brand shows a placeholder with the title.</Typography>
    </Stack>
  );
}

function UploadButton({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onFile(file);
    // Otherwise choosing the same file again would not fire a change event.
    target.value = '';
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<CloudUploadIcon />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        Upload image
      </Button>
      <input ref={input} type="file" accept="image/jpeg,image/png,image/webp,image/avif" onChange={onChange} hidden />
    </>
  );
}

function messageOf(error: unknown): string {
  if (isChanged(error)) return 'Somebody else has changed this cover. If you still want to replace it, try again.';
  return error instanceof Error ? error.message : 'The cover could not be updated.';
}

/** Returns a function that changes the cover, shows a notification and refreshes the book. */
function useCoverAct(book: BookRecord | undefined) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const notify = useNotify();
  const refresh = useRefresh();
  const act = async (change: () => Promise<unknown>) => {
    setBusy(true);
    setError('');
    try {
      await change();
      notify(`Cover of “${book?.title}” updated`, { type: 'success' });
      refresh();
    } catch (caught) {
      setError(messageOf(caught));
      // Shows the other person's cover, so that the user sees what the next attempt would replace.
      if (isChanged(caught)) refresh();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, act };
}
