import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRedirect } from 'react-admin';
import { forgetSession } from '../providers/session.ts';

/** The recovery codes, which nobody can read again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const redirect = useRedirect();
  const done = () => {
    forgetSession();
    redirect('/');
  };
  return (
    <>
      <Typography color="textSecondary">
        Each of them signs you in once where your app is not at hand. They are shown only now: print them, or put them
        into a password manager.
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
      <Button onClick={() => navigator.clipboard.writeText(codes.join('\n'))} fullWidth>
        Copy them
      </Button>
      <Button variant="contained" onClick={done} fullWidth sx={{ mt: 1, minHeight: 44 }}>
        I have kept them
      </Button>
    </>
  );
}
