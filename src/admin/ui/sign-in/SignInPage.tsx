import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { useLogin } from 'react-admin';
import { useNavigate } from 'react-router';
import { FIRST_SCREEN_PATH } from '../providers/auth-provider.ts';
import { ApiError } from '../providers/http.ts';
import { readSession } from '../providers/session.ts';
import { codeIn } from './code-in.ts';
import { DoorCard } from './DoorCard.tsx';

/** The sign-in form. It asks for a code if the account has a second factor. */
export function SignInPage() {
  const login = useLogin();
  useFirstScreen();
  const [asksCode, setAsksCode] = useState(false);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      await login(valuesOf(event.currentTarget));
    } catch (caught) {
      const isFirst = caught instanceof ApiError && caught.code === 'code_required' && !asksCode;
      if (caught instanceof ApiError && /^code_/.test(caught.code)) setAsksCode(true);
      if (!isFirst) setError(caught instanceof Error ? caught.message : 'Could not sign in.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <DoorCard title="Sign in">
      <form onSubmit={submit}>
        {error !== '' && <Alert severity="error">{error}</Alert>}
        <TextField name="email" label="Email" type="email" autoComplete="username" required autoFocus fullWidth />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          fullWidth
        />
        {asksCode && <CodeField />}
        <Button type="submit" variant="contained" fullWidth disabled={isBusy} sx={{ mt: 2, minHeight: 44 }}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </DoorCard>
  );
}

/** Opens the first screen instead if the installation has no site, because nobody can sign in to it. */
function useFirstScreen(): void {
  const navigate = useNavigate();
  useEffect(() => {
    readSession().catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'setup_required') navigate(FIRST_SCREEN_PATH);
    });
  }, [navigate]);
}

function valuesOf(form: HTMLFormElement) {
  const text = (name: string) => String(new FormData(form).get(name) ?? '').trim();
  const code = codeIn(form);
  return { email: text('email'), password: text('password'), ...(code === '' ? {} : { code }) };
}

function CodeField() {
  return (
    <>
      <TextField
        name="code"
        label="Code from your app"
        autoComplete="one-time-code"
        required
        autoFocus
        fullWidth
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <Typography variant="body2" color="textSecondary">
        Six digits, or one of your recovery codes.
      </Typography>
    </>
  );
}
