import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/**
 * Shown while an editor loads. It is as high as the editor of a long text, so that nothing below jumps. react-admin's
 * `Loading` contains a heading, which would not fit the form's levels.
 */
export const Waiting = () => (
  <Box sx={{ display: 'flex', justifyContent: 'center', alignItems: 'flex-start', pt: 4, minHeight: '70vh' }}>
    <CircularProgress aria-label="Loading" />
  </Box>
);
