import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { brandTokens } from '../../../brand/tokens.ts';
import { parseOklch, toHex } from '../../../lib/color.ts';
import type { BrandSettingsRecord } from '../../contract/brand-settings.ts';
import { usePicture } from './use-picture.ts';

/** How the top of a page will look with the values of the form, by day and at night. */
export function SettingsPreview() {
  const record = useRecordContext<BrandSettingsRecord>();
  const values = useWatch() as Partial<BrandSettingsRecord>;
  const [logo, header] = [usePicture('logo'), usePicture('headerBg')];
  const colourOf = (name: 'themeColor' | 'accentColor' | 'headerGround' | 'headerColor') =>
    [values[name], record?.folder?.[name]].find(isColour);
  const [themeColor, headerGround, headerColor] = [
    colourOf('themeColor'),
    colourOf('headerGround'),
    colourOf('headerColor'),
  ];
  if (!themeColor || !headerGround || !headerColor) return null;
  const palettes = brandTokens({ themeColor, accentColor: colourOf('accentColor'), headerGround, headerColor });
  const [announcement] = Object.values(values.announcement?.texts ?? {}).filter(Boolean);
  const name = values.appName || String(record?.folder?.['appName'] ?? '');
  return (
    <Box component="section" aria-label="Preview" sx={{ width: '100%', minWidth: 0 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        {(['day', 'night'] as const).map((mode) => {
          const colour = (token: string) => {
            const value = palettes[mode][token];
            return value ? toHex(value) : 'transparent';
          };
          return (
            <Box key={mode} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
              <Box
                sx={{
                  px: 2,
                  py: 1.5,
                  bgcolor: colour('header-ground'),
                  color: colour('header-ink'),
                  backgroundImage: header.address ? `url("${header.address}")` : 'none',
                  backgroundSize: 'cover',
                  backgroundPosition: 'center',
                }}
              >
                {logo.address ? (
                  <Box component="img" src={logo.address} alt={name} sx={{ height: 32, display: 'block' }} />
                ) : (
                  <Typography variant="h6" component="p">
                    {name}
                  </Typography>
                )}
              </Box>
              {announcement && (
                <Box sx={{ bgcolor: colour('theme-wash'), color: colour('theme-ink'), p: 1, textAlign: 'center' }}>
                  {announcement}
                </Box>
              )}
              <Box sx={{ bgcolor: colour('paper'), color: colour('ink'), p: 2 }}>
                <Box component="span" sx={{ color: colour('theme-ink'), fontWeight: 600 }}>
                  {name}
                </Box>{' '}
                {mode === 'day' ? 'by day' : 'at night'}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

const isColour = (value: unknown): value is string => typeof value === 'string' && parseOklch(value) !== undefined;
