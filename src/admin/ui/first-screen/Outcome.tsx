import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Link } from 'react-admin';
import type { CreatedParts, SetupState } from '../../contract/first-screen.ts';
import { withFieldNames } from '../import/option-names.ts';
import { counted } from '../ui/format.ts';
import { waitForAdmin } from './setup-api.ts';

/** Progress of creating the site. */
export function Creating({ setup: { progress, books } }: { setup: SetupState }) {
  const total = books.found?.books.filter(({ decision }) => decision === null).length ?? 0;
  const current = progress.file === null ? 0 : progress.share;
  return (
    <Stack sx={{ gap: 2 }} role="status">
      <Typography>
        {total === 0 ? 'Writing the brand …' : `${progress.done} of ${counted(total, 'book')} imported`}
      </Typography>
      <LinearProgress
        aria-label="Creating the site"
        {...(total > 0 && { variant: 'determinate', value: Math.min(100, ((progress.done + current) / total) * 100) })}
      />
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', minHeight: 20 }}>
        {progress.file}
      </Typography>
    </Stack>
  );
}

/** What was created, and what to do next. */
export function Created({ created }: { created: CreatedParts }) {
  const { address, email, books, refused, aside } = created;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void waitForAdmin().then(() => setReady(true));
  }, []);
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>{books > 0 ? `${counted(books, 'book')} imported. ` : ''}Two steps remain:</Typography>
      <Box component="ol" sx={{ m: 0, pl: 3, '& li': { mb: 1.5 } }}>
        <li>
          In a second terminal, start the site. Then open{' '}
          <MuiLink href={address} underline="always">
            {address}
          </MuiLink>
          .
          <Box
            component="pre"
            sx={{ m: 0, mt: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover', overflowX: 'auto' }}
          >
            npm start
          </Box>
        </li>
        <li>
          Sign in to the admin as <strong>{email}</strong> and set up the second factor.
        </li>
      </Box>
      {refused.length > 0 && (
        <Alert severity="warning">
          {counted(refused.length, 'book')} could not be imported. Upload {refused.length === 1 ? 'it' : 'them'} again
          on the Import screen:
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {refused.map(({ title, reason }) => (
              <li key={`${title} ${reason}`}>
                {title}: {withFieldNames(reason)}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {aside !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          The former store is in {aside}. You may delete it.
        </Typography>
      )}
      <Button component={Link} to="/login" variant="contained" disabled={!isReady} sx={{ minHeight: 44, mt: 1 }}>
        {isReady ? 'Sign in' : 'Starting the admin …'}
      </Button>
    </Stack>
  );
}
