import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import type { Answer, FactorSecret, RecoveryCodes } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';
import { codeIn } from './code-in.ts';
import { FactorFields } from './FactorFields.tsx';

const PATH = 'session/second-factor';

/** Sets up a second factor: asks for the password, shows the QR code, then confirms with a code from the app. */
export function Enrol({ onCodes }: { onCodes: (recoveryCodes: readonly string[]) => void }) {
  const [secret, setSecret] = useState<FactorSecret>();
  const [error, setError] = useState('');
  const showError = (caught: Error) => setError(caught.message);
  const propose = (password: string) => {
    setError('');
    call<Answer<FactorSecret>>(PATH, { method: 'POST', body: { password } }).then(
      ({ data }) => setSecret(data),
      showError,
    );
  };
  const confirm = (code: string) => {
    setError('');
    call<Answer<RecoveryCodes>>(PATH, { method: 'PUT', body: { code } }).then(
      ({ data }) => onCodes(data.recoveryCodes),
      showError,
    );
  };
  return (
    <>
      {error !== '' && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {secret ? <EnrolForm secret={secret} onCode={confirm} /> : <PasswordForm onPassword={propose} />}
    </>
  );
}

function PasswordForm({ onPassword }: { onPassword: (password: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get('password') ?? ''));
  };
  return (
    <form onSubmit={submit}>
      <Typography color="textSecondary">
        Confirm your password first. You will be signed out everywhere else.
      </Typography>
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        fullWidth
        sx={{ mt: 2 }}
      />
      <Button type="submit" variant="contained" fullWidth sx={{ mt: 1, minHeight: 44 }}>
        Continue
      </Button>
    </form>
  );
}

function EnrolForm({ secret, onCode }: { secret: FactorSecret; onCode: (code: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(codeIn(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <FactorFields secret={secret} />
      <Button type="submit" variant="contained" fullWidth sx={{ mt: 1, minHeight: 44 }}>
        Turn on
      </Button>
    </form>
  );
}
