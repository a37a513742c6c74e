import RocketIcon from '@mui/icons-material/RocketLaunchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { CanAccess } from 'react-admin';

const PublishDialog = lazy(() =>
  import('./PublishDialog.tsx').then(({ PublishDialog }) => ({ default: PublishDialog })),
);

/** Opens the publish dialog. */
export function PublishButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <CanAccess resource="publish" action="start">
      <Button
        variant="contained"
        startIcon={<RocketIcon />}
        onClick={() => setOpen(true)}
        sx={{ mx: 1, whiteSpace: 'nowrap' }}
      >
        Publish
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 0.5 }}>
          now
        </Box>
      </Button>
      {isOpen && (
        <Suspense>
          <PublishDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </CanAccess>
  );
}
