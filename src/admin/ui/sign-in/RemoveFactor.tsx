import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { call } from '../providers/http.ts';
import { codeIn } from './code-in.ts';

/** Turns off the account's second factor. Requires the password and a code. */
export function RemoveFactor({ onRemoved }: { onRemoved: () => void }) {
  const [error, setError] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { password: String(new FormData(form).get('password') ?? ''), code: codeIn(form) };
    call('session/second-factor', { method: 'DELETE', body }).then(onRemoved, (caught: Error) =>
      setError(caught.message),
    );
  };
  return (
    <form onSubmit={submit}>
      {error !== '' && <Alert severity="error">{error}</Alert>}
      <Typography color="textSecondary">
        Two-factor authentication is on. To switch to another app, turn it off and set it up again.
      </Typography>
      <TextField name="password" label="Password" type="password" autoComplete="current-password" required fullWidth />
      <TextField name="code" label="Code from your app" autoComplete="one-time-code" required fullWidth />
      <Button type="submit" color="error" variant="outlined" fullWidth sx={{ mt: 1, minHeight: 44 }}>
        Turn off
      </Button>
    </form>
  );
}
