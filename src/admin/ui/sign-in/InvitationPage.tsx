import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-admin';
import { useParams } from 'react-router';
import type { Answer, RecoveryCodes as Codes, OpenedInvitation } from '../../contract/answers.ts';
import { ApiError, call } from '../providers/http.ts';
import { forgetSession } from '../providers/session.ts';
import { codeIn } from './code-in.ts';
import { DoorCard } from './DoorCard.tsx';
import { FactorFields } from './FactorFields.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Accepts an invitation to the admin: sets a password and a second factor. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const [invitation, setInvitation] = useState<OpenedInvitation>();
  const [error, setError] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    call<Answer<OpenedInvitation>>('invitation', { method: 'POST', body: { token } }).then(
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
  readonly invitation: OpenedInvitation;
  readonly onCodes: (codes: readonly string[]) => void;
}

function AcceptForm({ token, invitation, onCodes }: AcceptFormProps) {
  const { email, role, minPasswordLength } = invitation;
  const { problems, message, isBusy, accept } = useAcceptance(token, onCodes);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void accept(String(new FormData(form).get('password') ?? ''), codeIn(form));
  };
  return (
    <form onSubmit={submit}>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        You have been invited as an {role} with the email address {email}. Accepting signs this account out everywhere
        else.
      </Typography>
      {/* Password managers save it as the user name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        fullWidth
        error={problems['password'] !== undefined}
        helperText={problems['password'] ?? `At least ${minPasswordLength} characters`}
        slotProps={{ htmlInput: { minLength: minPasswordLength } }}
        sx={{ mt: 2, mb: 2 }}
      />
      <FactorFields secret={invitation} problem={problems['code']} />
      {message !== '' && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {message}
        </Alert>
      )}
      <Button type="submit" variant="contained" fullWidth disabled={isBusy} sx={{ mt: 2, minHeight: 44 }}>
        {isBusy ? 'Accepting…' : 'Accept'}
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
      const { data } = await call<Answer<Codes>>('invitation/accept', { method: 'POST', body });
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
