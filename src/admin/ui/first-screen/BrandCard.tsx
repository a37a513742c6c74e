import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SitePreview } from '../../contract/first-screen.ts';
import { localeName } from '../settings/locale-name.ts';

/** Shows the new brand: its header with the logo, its cover and its addresses. */
export function BrandCard({ brand }: { brand: NonNullable<SitePreview['brand']> }) {
  const { name, logo, cover, colours, address, publicAddress, folder, locales } = brand;
  const rows = [
    ['On this machine', address],
    ['When it is public', publicAddress],
    ['Languages', locales.map(localeName).join(', ')],
    ['Folder', folder],
  ] as const;
  return (
    <Box
      component="section"
      aria-label="Preview"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      <Box sx={{ px: 2, py: 1.5 }} style={{ backgroundColor: colours.header }}>
        <Box
          component="img"
          src={logo}
          alt={`Logo of ${name}`}
          sx={{ display: 'block', height: 32, maxWidth: '100%' }}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 2, p: 2, flexWrap: 'wrap' }}>
        <Box
          component="img"
          src={cover}
          alt="Cover of books without one"
          sx={{ width: 96, alignSelf: 'flex-start', aspectRatio: '2 / 3', objectFit: 'cover', borderRadius: '6px' }}
        />
        <Box component="dl" sx={{ m: 0, flex: 1, minWidth: 220 }}>
          {rows.map(([term, value]) => (
            <Box key={term} sx={{ mb: 1 }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {term}
              </Typography>
              <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
