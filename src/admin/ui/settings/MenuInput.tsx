import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { MenuEntryRecord } from '../../contract/brand-settings.ts';
import { localeName } from './locale-name.ts';
import { Problems } from './Problems.tsx';
import { RowButtons } from './RowButtons.tsx';

/** Pages that have a text in every language. */
const PAGES: Readonly<Record<string, string>> = {
  home: 'Home',
  genres: 'Category',
  ranking: 'Ranking',
  hotnovels: 'Hot novels A to Z',
  tags: 'Tags',
  keywords: 'Keywords',
};

/** The links in the header. Without any, the header links to Home, Category and Ranking. */
export function MenuInput({ locales }: { locales: readonly string[] }) {
  const form = useFormContext();
  const menu = (useWatch({ name: 'menu' }) as MenuEntryRecord[] | null) ?? [];
  const put = (entries: readonly MenuEntryRecord[]) =>
    form.setValue('menu', entries.length === 0 ? null : entries, { shouldDirty: true, shouldTouch: true });
  const texts = Object.fromEntries(locales.map((code) => [code, null]));
  const available = Object.keys(PAGES).filter((name) => !menu.some(({ page }) => page === name));
  return (
    <Box sx={{ width: '100%' }}>
      <Problems source="menu" item="Entry" />
      {menu.map((entry, index) => (
        <Stack
          key={entry.page ?? `${index} of ${menu.length}`}
          direction="row"
          sx={{ alignItems: 'flex-start', gap: 1, py: 1, borderBottom: 1, borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {entry.page ? (
              <Typography sx={{ py: 1 }}>{PAGES[entry.page] ?? entry.page}</Typography>
            ) : (
              <>
                <TextInput source={`menu.${index}.link`} label="Link, such as /pages/about or https://…" />
                {locales.map((code) => (
                  <TextInput
                    key={code}
                    source={`menu.${index}.texts.${code}`}
                    label={`Text of the link in ${localeName(code)}`}
                    slotProps={{ htmlInput: { lang: code, dir: 'auto' } }}
                  />
                ))}
              </>
            )}
          </Box>
          <RowButtons
            rows={menu}
            index={index}
            name={entry.page ? (PAGES[entry.page] ?? entry.page) : `link ${index + 1}`}
            onChange={put}
          />
        </Stack>
      ))}
      <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField
          select
          label="Add a page to the menu"
          value=""
          onChange={({ target }) => put([...menu, { page: target.value }])}
          sx={{ width: 260 }}
        >
          {available.map((name) => (
            <MenuItem key={name} value={name}>
              {PAGES[name]}
            </MenuItem>
          ))}
        </TextField>
        <Button variant="outlined" onClick={() => put([...menu, { link: null, texts }])}>
          Add another link
        </Button>
      </Stack>
    </Box>
  );
}
