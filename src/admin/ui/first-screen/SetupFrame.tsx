import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import icon from '../icon.svg?url';

interface Props {
  readonly title: string;
  /** Above the title, such as "Step 1 of 4". */
  readonly step?: string;
  readonly children: ReactNode;
}

/** The frame of the first screen. The heading of a new step receives the focus. */
export function SetupFrame({ title, step, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
    document.title = `${title} – Lectern`;
  }, [title]);
  return (
    <Box component="main" sx={{ minHeight: '100svh', bgcolor: 'background.default', px: 2, py: { xs: 2, sm: 5 } }}>
      <Box sx={{ maxWidth: 720, mx: 'auto' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2 }}>
          <Box component="img" src={icon} alt="" sx={{ width: 36, height: 36 }} />
          <Typography variant="h6" component="p">
            Set up your site
          </Typography>
        </Box>
        <Card>
          <CardContent sx={{ p: { xs: 2, sm: 4 }, '&:last-child': { pb: { xs: 2, sm: 4 } } }}>
            {step !== undefined && (
              <Typography variant="overline" component="p" color="textSecondary">
                {step}
              </Typography>
            )}
            <Typography ref={heading} tabIndex={-1} variant="h5" component="h1" sx={{ mb: 2, outline: 'none' }}>
              {title}
            </Typography>
            {children}
          </CardContent>
        </Card>
      </Box>
    </Box>
  );
}
