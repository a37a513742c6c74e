import SaveIcon from '@mui/icons-material/SaveOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface Props {
  /** Why the book cannot be stored; null if it can. */
  readonly blocker: string | null;
  readonly error: string;
  readonly isStoring: boolean;
  readonly onStore: () => void;
}

/** Stores the corrected book. Stays visible at the bottom of the window. */
export function StoreBar({ blocker, error, isStoring, onStore }: Props) {
  return (
    <Paper
      component="section"
      aria-label="Store"
      elevation={1}
      sx={{ position: 'sticky', bottom: 0, zIndex: 2, p: 1.5, pb: 'calc(12px + env(safe-area-inset-bottom, 0px))' }}
    >
      {error !== '' && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {error}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', justifyContent: 'flex-end' }}>
        <Typography
          id="store-blocker"
          role="status"
          color="textSecondary"
          variant="body2"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {blocker}
        </Typography>
        <Button
          variant="contained"
          startIcon={<SaveIcon />}
          disabled={blocker !== null || isStoring}
          aria-describedby="store-blocker"
          onClick={onStore}
          sx={{ flex: 'none' }}
        >
          Store book
        </Button>
      </Stack>
    </Paper>
  );
}
