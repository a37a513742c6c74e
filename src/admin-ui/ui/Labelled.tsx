import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** What cannot be changed, with its name above. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ mb: 1.5 }}>
      <Typography variant="caption" color="textSecondary" component="div">
        {label}
      </Typography>
      {children}
    </Box>
  );
}
