import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../providers/http.ts';
import { codeIn } from './code-in.ts';

interface Secret {
  readonly secret: string;
  /** otpauth:// */
  readonly uri: string;
}

/** An app reads the QR code, and its first code proves it. */
export function Enrol({ onCodes }: { onCodes: (recoveryCodes: readonly string[]) => void }) {
  const [secret, setSecret] = useState<Secret>();
  const [error, setError] = useState('');
  useEffect(() => {
    call<{ data: Secret }>('session/second-factor', { method: 'POST', body: {} }).then(
      ({ data }) => setSecret(data),
      (caught: Error) => setError(caught.message),
    );
  }, []);
  const confirm = (code: string) =>
    call<{ data: { recoveryCodes: string[] } }>('session/second-factor', { method: 'PUT', body: { code } }).then(
      ({ data }) => onCodes(data.recoveryCodes),
      (caught: Error) => setError(caught.message),
    );
  return (
    <>
      {error !== '' && <Alert severity="error">{error}</Alert>}
      {secret && <EnrolForm secret={secret} onCode={confirm} />}
    </>
  );
}

function EnrolForm({ secret: { secret, uri }, onCode }: { secret: Secret; onCode: (code: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(codeIn(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <Typography color="textSecondary">
        Scan this with an authenticator app, then type the code that it shows.
      </Typography>
      {/* Always dark on white: cameras read nothing else for sure. */}
      <Box sx={{ bgcolor: '#fff', p: 2, my: 2, borderRadius: 1, display: 'grid', placeItems: 'center' }}>
        <QRCodeSVG value={uri} size={184} title="QR code of the second factor" />
      </Box>
      <Typography variant="body2" color="textSecondary">
        Without a camera, type this key:
      </Typography>
      <Typography
        variant="body2"
        component="code"
        sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' }}
      >
        {secret}
      </Typography>
      <TextField
        name="code"
        label="Code"
        required
        autoComplete="one-time-code"
        fullWidth
        sx={{ mt: 2 }}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <Button type="submit" variant="contained" fullWidth sx={{ mt: 1, minHeight: 44 }}>
        Turn it on
      </Button>
    </form>
  );
}
