import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { BrandNames } from '../ui/brands.tsx';
import { LanguageName } from '../ui/languages.tsx';
import { type BulkValues, isListChosen, LISTS } from './bulk-changes.ts';

const LABELS = { genres: 'Genres', tags: 'Tags', keywords: 'Keywords' };
const ACTS = { add: 'add', remove: 'remove', replace: 'replace with' };

/** What a bulk edit changes, for confirmation. */
export function BulkEditSummary({ values }: { values: BulkValues }) {
  const { status, state, section, category, hot, brands } = values;
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    ...(status ? [['Status', status] as const] : []),
    ...(state ? [['Visibility', state] as const] : []),
    ...(typeof section === 'number' ? [['Language', <LanguageName key="section" section={section} />] as const] : []),
    ...(category ? [['Category', category] as const] : []),
    ...LISTS.filter((name) => isListChosen(values, name)).map((name) => {
      const act = ACTS[values[`${name}_act`] as keyof typeof ACTS];
      const names = (values[name] ?? []).join(', ');
      return [LABELS[name], names === '' ? 'remove all' : `${act} ${names}`] as const;
    }),
    ...(typeof hot === 'number' ? [['Sort weight', hot] as const] : []),
    ...(brands === undefined ? [] : [['Brands', <BrandNames key="brands" ids={brands} />] as const]),
  ];
  return (
    <>
      <Typography>All other fields stay unchanged.</Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'max-content 1fr',
          columnGap: 2,
          rowGap: 0.5,
          overflowWrap: 'anywhere',
        }}
      >
        {rows.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
