import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';
import type { FactorSecret } from '../../contract/answers.ts';

/** The QR code of a new second factor, and the field for the confirming code. */
export function FactorFields({
  secret: { secret, uri },
  problem,
}: {
  secret: FactorSecret;
  problem?: string | undefined;
}) {
  return (
    <>
      <Typography color="textSecondary">Scan this with an authenticator app, then enter the code it shows.</Typography>
      {/* Always dark on white, because some scanners cannot read inverted codes. */}
      <Box sx={{ bgcolor: '#fff', p: 2, my: 2, borderRadius: 1, display: 'grid', placeItems: 'center' }}>
        <QRCodeSVG value={uri} size={184} title="QR code for your authenticator app" />
      </Box>
      {/* For phones, which cannot scan their own screen. */}
      <Button href={uri} variant="outlined" fullWidth sx={{ display: { sm: 'none' }, minHeight: 44, mb: 2 }}>
        Open your authenticator app
      </Button>
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
