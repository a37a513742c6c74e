import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-admin';
import { useParams } from 'react-router';
import { MIN_PASSWORD_LENGTH } from '../../admin/access/roles.ts';
import { ApiError, call } from '../providers/http.ts';
import { forgetSession } from '../providers/session.ts';
import { codeIn } from './code-in.ts';
import { DoorCard } from './DoorCard.tsx';
import { FactorFields, type Secret } from './FactorFields.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Invitation extends Secret {
  readonly email: string;
  readonly role: string;
}

/** Accepts an invitation to the admin: a new password and a second factor. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const [invitation, setInvitation] = useState<Invitation>();
  const [error, setError] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    call<{ data: Invitation }>('invitation', { method: 'POST', body: { token } }).then(
      ({ data }) => setInvitation(data),
      (caught: Error) => setError(caught.message),
    );
  }, [token]);
  if (codes)
    return (
      <DoorCard title="Save your recovery codes">
        <RecoveryCodes codes={codes} />
      </DoorCard>
    );
  return (
    <DoorCard title="Accept your invitation">
      {error !== '' && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {invitation && <AcceptForm token={token} invitation={invitation} onCodes={setCodes} />}
      {error !== '' && (
        <Button component={Link} to="/login" fullWidth>
          Sign in
        </Button>
      )}
    </DoorCard>
  );
}

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onCodes: (codes: readonly string[]) => void;
}

function AcceptForm({ token, invitation, onCodes }: AcceptFormProps) {
  const { email, role } = invitation;
  const { problems, message, isBusy, accept } = useAcceptance(token, onCodes);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void accept(String(new FormData(form).get('password') ?? ''), codeIn(form));
  };
  return (
    <form onSubmit={submit}>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        You will be {role} as {email}. Other sign-ins of this account end.
      </Typography>
      {/* Password managers use it as the user name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        fullWidth
        error={problems['password'] !== undefined}
        helperText={problems['password'] ?? `At least ${MIN_PASSWORD_LENGTH} characters`}
        slotProps={{ htmlInput: { minLength: MIN_PASSWORD_LENGTH } }}
        sx={{ mt: 2, mb: 2 }}
      />
      <FactorFields secret={invitation} problem={problems['code']} />
      {message !== '' && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {message}
        </Alert>
      )}
      <Button type="submit" variant="contained" fullWidth disabled={isBusy} sx={{ mt: 2, minHeight: 44 }}>
        {isBusy ? 'Accepting …' : 'Accept'}
      </Button>
    </form>
  );
}

function useAcceptance(token: string, onCodes: (codes: readonly string[]) => void) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const accept = async (password: string, code: string) => {
    setBusy(true);
    try {
      const body = { token, password, code };
      const { data } = await call<{ data: { recoveryCodes: string[] } }>('invitation/accept', { method: 'POST', body });
      forgetSession();
      onCodes(data.recoveryCodes);
    } catch (caught) {
      const fields = caught instanceof ApiError ? caught.body.errors : {};
      setProblems(fields);
      setMessage(
        Object.keys(fields).length > 0
          ? ''
          : caught instanceof Error
            ? caught.message
            : 'The invitation could not be accepted.',
      );
      setBusy(false);
    }
  };
  return { problems, message, isBusy, accept };
}
