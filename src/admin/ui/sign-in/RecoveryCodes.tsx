import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

/** Shows the recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState('Copy codes');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('Copied'),
      () => setCopied('Copying is blocked. Select the codes.'),
    );
  // Reloads the page, because react-admin has cached the rights that the account had without a second factor.
  const reload = () => {
    location.hash = '#/';
    location.reload();
  };
  return (
    <>
      <Typography color="textSecondary">
        Use a code to sign in without your authenticator app. Each code works once. The codes are not shown again, so
        print them or save them in a password manager.
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          my: 2,
          p: 2,
          fontFamily: 'monospace',
          fontSize: '0.875rem',
          textAlign: 'center',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Button onClick={copy} fullWidth sx={{ minHeight: 44 }}>
        {copied}
      </Button>
      <Button variant="contained" onClick={reload} fullWidth sx={{ mt: 1, minHeight: 44 }}>
        I have saved my codes
      </Button>
    </>
  );
}
