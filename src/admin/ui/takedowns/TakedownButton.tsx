import BlockIcon from '@mui/icons-material/Block';
import Alert from '@mui/material/Alert';
import MuiButton from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { Button, CanAccess, useGetOne, useNotify, useRecordContext, useRedirect } from 'react-admin';
import type { BookRecord, ChapterRecord } from '../../contract/records.ts';
import { ApiError, call } from '../providers/http.ts';

/** The button of a book's screen that takes the book down. */
export function TakedownButton() {
  const book = useRecordContext<BookRecord>();
  return book ? <ButtonWithDialog book={book} label="Take down" /> : null;
}

/** The button of a chapter's screen that takes down its book, because a chapter cannot be taken down alone. */
export function TakedownOfBookButton() {
  const chapter = useRecordContext<ChapterRecord>();
  const { data: book } = useGetOne<BookRecord>(
    'books',
    { id: chapter?.book_id ?? 0 },
    { enabled: chapter !== undefined },
  );
  return book ? <ButtonWithDialog book={book} label="Take down book" /> : null;
}

function ButtonWithDialog({ book, label }: { readonly book: BookRecord; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CanAccess resource="takedowns" action="create">
      <Button label={label} color="error" onClick={() => setOpen(true)}>
        <BlockIcon />
      </Button>
      {isOpen && <TakedownDialog book={book} onClose={() => setOpen(false)} />}
    </CanAccess>
  );
}

const MAX_REASON_CHARACTERS = 2000;

/** Asks for the reason, and for the title as confirmation. */
function TakedownDialog({ book: { id, title }, onClose }: { book: BookRecord; onClose: () => void }) {
  const [typedTitle, setTypedTitle] = useState('');
  const { problem, message, isBusy, takeDown } = useTakedown(id, title);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    void takeDown(reason === '' ? null : reason);
  };
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby="takedown-title">
      <form onSubmit={submit}>
        <DialogTitle id="takedown-title" sx={{ overflowWrap: 'anywhere' }}>
          Take down “{title}”?
        </DialogTitle>
        <DialogContent>
          <DialogContentText>
            The book is removed from all sites at once, with its chapters, versions and pictures, and older releases are
            deleted. This cannot be undone. To hide a book for a while, change its state to draft instead.
          </DialogContentText>
          <TextField
            name="reason"
            label="Law or demand"
            multiline
            minRows={2}
            maxRows={8}
            error={problem !== undefined}
            helperText={
              problem ??
              'Such as “Order 7 of the court of Ashford”. Visitors see this text: the addresses of the book then return 451, with this text on the page and in API responses. Without it, they return 410.'
            }
            slotProps={{ htmlInput: { maxLength: MAX_REASON_CHARACTERS } }}
            sx={{ mt: 2 }}
          />
          <TextField
            label="Type the title to confirm"
            value={typedTitle}
            autoComplete="off"
            onChange={({ target }) => setTypedTitle(target.value)}
            sx={{ mt: 2 }}
          />
          {message !== '' && <Alert severity="error">{message}</Alert>}
        </DialogContent>
        <DialogActions>
          <MuiButton onClick={onClose} disabled={isBusy}>
            Cancel
          </MuiButton>
          <MuiButton
            type="submit"
            variant="contained"
            color="error"
            disabled={isBusy || typedTitle.trim() !== title.trim()}
          >
            {isBusy ? 'Taking down…' : 'Take down'}
          </MuiButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useTakedown(id: number, title: string) {
  const [problem, setProblem] = useState<string>();
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const redirect = useRedirect();
  const takeDown = async (reason: string | null) => {
    setBusy(true);
    setProblem(undefined);
    setMessage('');
    try {
      await call('takedowns', { method: 'POST', body: { book_id: id, reason } });
      notify(`“${title}” taken down. It is being removed from the sites.`, { type: 'success' });
      redirect('/takedowns');
    } catch (caught) {
      const field = caught instanceof ApiError ? caught.body.errors['reason'] : undefined;
      setProblem(field);
      if (field === undefined) setMessage(caught instanceof Error ? caught.message : 'The book was not taken down.');
      setBusy(false);
    }
  };
  return { problem, message, isBusy, takeDown };
}
