import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';

/** Set-up data for an authenticator app. */
export interface Secret {
  readonly secret: string;
  /** otpauth:// */
  readonly uri: string;
}

/** The QR code of a new second factor, and the field for a code of the app as confirmation. */
export function FactorFields({ secret: { secret, uri }, problem }: { secret: Secret; problem?: string | undefined }) {
  return (
    <>
      <Typography color="textSecondary">Scan this with an authenticator app, then enter the code it shows.</Typography>
      {/* Always dark on white: not all scanners read inverted codes. */}
      <Box sx={{ bgcolor: '#fff', p: 2, my: 2, borderRadius: 1, display: 'grid', placeItems: 'center' }}>
        <QRCodeSVG value={uri} size={184} title="QR code of the second factor" />
      </Box>
      <Typography variant="body2" color="textSecondary">
        No camera? Enter this key instead:
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
        error={problem !== undefined}
        helperText={problem ?? 'Six digits'}
        sx={{ mt: 2 }}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </>
  );
}
