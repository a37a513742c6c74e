import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { call } from '../providers/http.ts';
import { codeIn } from './code-in.ts';
import { FactorFields, type Secret } from './FactorFields.tsx';

const PATH = 'session/second-factor';

/** Sets up a second factor: password first, then the QR code, then a code of the app as confirmation. */
export function Enrol({ onCodes }: { onCodes: (recoveryCodes: readonly string[]) => void }) {
  const [secret, setSecret] = useState<Secret>();
  const [error, setError] = useState('');
  const told = (caught: Error) => setError(caught.message);
  const propose = (password: string) => {
    setError('');
    call<{ data: Secret }>(PATH, { method: 'POST', body: { password } }).then(({ data }) => setSecret(data), told);
  };
  const confirm = (code: string) => {
    setError('');
    call<{ data: { recoveryCodes: string[] } }>(PATH, { method: 'PUT', body: { code } }).then(
      ({ data }) => onCodes(data.recoveryCodes),
      told,
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

function EnrolForm({ secret, onCode }: { secret: Secret; onCode: (code: string) => void }) {
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
