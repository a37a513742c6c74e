import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import icon from '../icon.svg?url';

/** The frame of pages outside the admin's layout: one centred card. */
export function DoorCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{ minHeight: '100svh', display: 'grid', placeItems: 'center', p: 2, bgcolor: 'background.default' }}
    >
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1.5, mb: 3 }}>
          <Box component="img" src={icon} alt="" sx={{ width: 40, height: 40 }} />
          <Typography variant="h5" component="p">
            Lectern admin
          </Typography>
        </Box>
        <Card>
          <CardContent sx={{ p: 3 }}>
            <Typography variant="h6" component="h1" sx={{ mb: 1 }}>
              {title}
            </Typography>
            {children}
          </CardContent>
        </Card>
      </Box>
    </Box>
  );
}
