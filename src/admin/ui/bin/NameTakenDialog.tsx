import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface Props {
  /** Whether the record is a book, whose title may be the same as another's. */
  readonly isBook: boolean;
  readonly message: string;
  /** A free name. */
  readonly suggestion: string;
  readonly isBusy: boolean;
  readonly onRestore: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for another name if the name of a record to restore is taken. */
export function NameTakenDialog({ isBook, message, suggestion, isBusy, onRestore, onClose }: Props) {
  const [name, setName] = useState(suggestion);
  return (
    <Dialog open onClose={onClose} aria-labelledby="name-taken-title" fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRestore(isBook ? suggestion : name.trim());
        }}
      >
        <DialogTitle id="name-taken-title">
          {isBook ? 'Restore as a separate book?' : 'Choose another name'}
        </DialogTitle>
        <DialogContent>
          <DialogContentText>{message}</DialogContentText>
          {!isBook && (
            <TextField
              label="Name"
              value={name}
              onChange={({ target }) => setName(target.value)}
              required
              fullWidth
              sx={{ mt: 2 }}
              slotProps={{ htmlInput: { maxLength: 300 } }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={isBusy || name.trim() === ''}>
            Restore
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
