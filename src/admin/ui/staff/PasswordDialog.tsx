import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../providers/http.ts';

interface Props {
  readonly title: string;
  readonly text: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly color?: 'primary' | 'error';
  /** If it rejects, the dialog shows the error and stays open. */
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password of the signed-in account to confirm an action. */
export function PasswordDialog({ title, text, action, color = 'primary', onConfirm, onClose }: Props) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onConfirm(String(new FormData(event.currentTarget).get('password') ?? ''));
    } catch (caught) {
      setProblem(problemOf(caught));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="password-dialog-title">
      <form onSubmit={submit}>
        <DialogTitle id="password-dialog-title">{title}</DialogTitle>
        <DialogContent>
          <DialogContentText>{text}</DialogContentText>
          <TextField
            name="password"
            label={PASSWORD_LABEL}
            type="password"
            autoComplete="current-password"
            required
            fullWidth
            error={problem !== undefined}
            helperText={problem}
            sx={{ mt: 2 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" color={color} disabled={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export const PASSWORD_LABEL = 'Your password';

function problemOf(caught: unknown): string {
  if (caught instanceof ApiError) return caught.body.errors['password'] ?? caught.message;
  return caught instanceof Error ? caught.message : 'Something went wrong. Try again.';
}
