import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, type SyntheticEvent, useState } from 'react';

export interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly helperText: string;
  /** The present text; undefined to add one. */
  readonly initial: string | undefined;
  readonly isValid: (text: string) => boolean;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
  /** Is called after the dialog has disappeared. */
  readonly onClosed: () => void;
  /** Other ways to enter the text, above the field. */
  readonly children?: (text: string, setText: (text: string) => void) => ReactNode;
}

/** Asks for one text. An existing one can be removed. */
export function TextDialog(props: TextDialogProps) {
  const { title, label, helperText, initial, isValid, onSave, onClose, onClosed, children } = props;
  const [text, setText] = useState(initial ?? '');
  const [isWrong, setWrong] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const change = (value: string) => {
    setText(value);
    setWrong(false);
  };
  const save = (value: string) => {
    onSave(value);
    setOpen(false);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The dialog is within the form of the chapter, which must not be saved.
    event.stopPropagation();
    if (isValid(text.trim())) save(text.trim());
    else setWrong(true);
  };
  return (
    <Dialog
      open={isOpen}
      onClose={() => setOpen(false)}
      fullWidth
      maxWidth="xs"
      disableRestoreFocus
      slotProps={{
        transition: {
          onExited: () => {
            onClose();
            onClosed();
          },
        },
      }}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          {children?.(text, change)}
          <TextField
            autoFocus
            label={label}
            value={text}
            error={isWrong}
            helperText={helperText}
            onChange={(event) => change(event.target.value)}
          />
        </DialogContent>
        <DialogActions>
          {initial !== undefined && (
            <Button color="error" onClick={() => save('')} sx={{ mr: 'auto' }}>
              Remove
            </Button>
          )}
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" variant="contained">
            {initial === undefined ? 'Add' : 'Change'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
