import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link, Title } from 'react-admin';
import { useLocation } from 'react-router';

/** Shown for an address without a screen. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1.5, py: { xs: 6, sm: 10 }, px: 2 }}>
      <Title title="Page not found" />
      <SearchOffIcon color="primary" sx={{ fontSize: 56, opacity: 0.7 }} />
      <Typography variant="h5" component="h2">
        This page does not exist
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: '52ch', overflowWrap: 'anywhere' }}>
        There is no screen at <code>{pathname}</code>. Check the address, or choose a screen from the menu.
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center', mt: 1 }}>
        <Button component={Link} to="/" variant="contained">
          Go to Status
        </Button>
        <Button component={Link} to="/books" variant="outlined">
          Find a book
        </Button>
      </Stack>
    </Stack>
  );
}
