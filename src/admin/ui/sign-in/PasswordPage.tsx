import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { Link, useGetIdentity } from 'react-admin';
import { ApiError, call } from '../providers/http.ts';
import { DoorCard } from './DoorCard.tsx';

/** Changes the password of the signed-in account. */
export function PasswordPage() {
  const [isChanged, setChanged] = useState(false);
  return (
    <DoorCard title="Change password">
      {isChanged ? (
        <Alert severity="success">Password changed. All other devices have been signed out.</Alert>
      ) : (
        <PasswordForm onChanged={() => setChanged(true)} />
      )}
      <Button component={Link} to="/" fullWidth sx={{ mt: 1, minHeight: 44 }}>
        Back to the admin
      </Button>
    </DoorCard>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { identity } = useGetIdentity();
  const { problems, message, isBusy, change } = useChange(onChanged);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    void change(text('password'), text('new_password'), text('repeated'));
  };
  return (
    <form onSubmit={submit}>
      <Typography color="textSecondary">
        You stay signed in here. All other sessions of this account end, also on the sites.
      </Typography>
      {/* Password managers save it as the user name. */}
      <input type="hidden" name="username" autoComplete="username" value={String(identity?.['email'] ?? '')} />
      <PasswordField name="password" label="Current password" problem={problems['password']} isNew={false} />
      <PasswordField
        name="new_password"
        label="New password"
        problem={problems['new_password']}
        hint="At least 12 characters, and not easy to guess"
        isNew
      />
      <PasswordField name="repeated" label="Repeat the new password" problem={problems['repeated']} isNew />
      {message !== '' && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {message}
        </Alert>
      )}
      <Button type="submit" variant="contained" fullWidth disabled={isBusy} sx={{ mt: 2, minHeight: 44 }}>
        {isBusy ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly problem: string | undefined;
  readonly hint?: string;
  readonly isNew: boolean;
}

const PasswordField = ({ name, label, problem, hint, isNew }: FieldProps) => (
  <TextField
    name={name}
    label={label}
    type="password"
    autoComplete={isNew ? 'new-password' : 'current-password'}
    required
    fullWidth
    error={problem !== undefined}
    helperText={problem ?? hint}
    sx={{ mt: 2 }}
  />
);

function useChange(onChanged: () => void) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const change = async (password: string, replacement: string, repeated: string) => {
    setMessage('');
    setProblems({});
    if (replacement !== repeated) return setProblems({ repeated: 'is not the same as the new password' });
    setBusy(true);
    try {
      await call('session/password', { method: 'PUT', body: { password, new_password: replacement } });
      onChanged();
    } catch (caught) {
      const fields = caught instanceof ApiError ? caught.body.errors : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0)
        setMessage(caught instanceof Error ? caught.message : 'The password could not be changed.');
      setBusy(false);
    }
  };
  return { problems, message, isBusy, change };
}
