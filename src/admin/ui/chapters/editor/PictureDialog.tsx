import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { Answer, ChapterPicture } from '../../../contract/answers.ts';
import { call } from '../../providers/http.ts';
import { uploadPicture } from './upload-picture.ts';

interface Props {
  /** Book whose pictures are offered. */
  readonly book: number | undefined;
  readonly onInsert: (picture: ChapterPicture, alt: string, caption: string) => void;
  readonly onClose: () => void;
  /** Is called after the dialog has disappeared. */
  readonly onClosed: () => void;
}

/** Uploads a picture, or chooses one of the book, and describes it. */
export function PictureDialog({ book, onInsert, onClose, onClosed }: Props) {
  const [isOpen, setOpen] = useState(true);
  const [picture, setPicture] = useState<ChapterPicture>();
  const [alt, setAlt] = useState('');
  const [caption, setCaption] = useState('');
  const { pictures, error, isBusy, upload } = usePictures(book);
  const choose = async (file: File) => setPicture(await upload(file));
  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="sm"
      disableRestoreFocus
      aria-labelledby="picture-dialog"
      slotProps={{
        transition: {
          onExited: () => {
            onClose();
            onClosed();
          },
        },
      }}
    >
      <DialogTitle id="picture-dialog">Picture</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {error !== '' && <Alert severity="error">{error}</Alert>}
          <UploadButton isBusy={isBusy} onFile={choose} />
          <Choice pictures={pictures} chosen={picture} onChoose={setPicture} />
          <TextField
            label="Description"
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
            helperText="What the picture shows, for readers who cannot see it. Leave empty if it is only an ornament."
          />
          <TextField label="Caption" value={caption} onChange={(event) => setCaption(event.target.value)} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button
          variant="contained"
          disabled={!picture}
          onClick={() => {
            if (picture) onInsert(picture, alt.trim(), caption.trim());
            setOpen(false);
          }}
        >
          Insert
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function UploadButton({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onFile(file);
    // Otherwise choosing the same file again would not fire a change event.
    target.value = '';
  };
  return (
    <Box>
      <input ref={input} type="file" accept="image/*" hidden onChange={onChange} aria-label="File of the picture" />
      <Button variant="outlined" disabled={isBusy} onClick={() => input.current?.click()}>
        Upload a picture
      </Button>
    </Box>
  );
}

interface ChoiceProps {
  readonly pictures: readonly ChapterPicture[];
  readonly chosen: ChapterPicture | undefined;
  readonly onChoose: (picture: ChapterPicture) => void;
}

function Choice({ pictures, chosen, onChoose }: ChoiceProps) {
  if (pictures.length === 0) return <Typography color="textSecondary">This book has no pictures yet.</Typography>;
  return (
    <Box
      role="group"
      aria-label="Pictures of this book"
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))' }}
    >
      {pictures.map((picture, index) => (
        <ButtonBase
          key={picture.src}
          aria-label={picture.alt || `Picture ${index + 1}`}
          aria-pressed={picture.src === chosen?.src}
          onClick={() => onChoose(picture)}
          sx={{
            p: 0.5,
            border: 2,
            borderRadius: 1,
            borderColor: picture.src === chosen?.src ? 'primary.main' : 'divider',
          }}
        >
          <Box component="img" src={picture.src} alt="" sx={{ width: '100%', height: 88, objectFit: 'contain' }} />
        </ButtonBase>
      ))}
    </Box>
  );
}

function usePictures(book: number | undefined) {
  const [pictures, setPictures] = useState<readonly ChapterPicture[]>([]);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (book === undefined) return;
    const abort = new AbortController();
    call<Answer<readonly ChapterPicture[]>>(`books/${book}/pictures`, { signal: abort.signal }).then(
      ({ data }) => setPictures((uploaded) => [...uploaded, ...data]),
      (cause: Error) => abort.signal.aborted || setError(cause.message),
    );
    return () => abort.abort();
  }, [book]);
  const upload = async (file: File) => {
    setBusy(true);
    setError('');
    try {
      const data = await uploadPicture(file);
      setPictures((others) => [data, ...others.filter(({ src }) => src !== data.src)]);
      return data;
    } catch (cause) {
      setError((cause as Error).message);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { pictures, error, isBusy, upload };
}
