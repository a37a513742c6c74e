import Box from '@mui/material/Box';

const HIDDEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

/** Text that screen readers announce when it changes, and that is not visible. */
export const Announcement = ({ text }: { text: string }) => (
  <Box role="status" sx={HIDDEN}>
    {text}
  </Box>
);
