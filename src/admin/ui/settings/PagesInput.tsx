import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { TextInput, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BrandSettingsRecord, PageRecord } from '../../contract/brand-settings.ts';
import { swapped } from '../lists/swapped.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { PagePreview } from './PagePreview.tsx';
import { Problems } from './Problems.tsx';

/** The pages that a brand has written. While there are none here, the pages from the folder apply. */
export function PagesInput({ brand, locales }: { brand: string; locales: readonly string[] }) {
  const form = useFormContext();
  const record = useRecordContext<BrandSettingsRecord>();
  const pages = (useWatch({ name: 'pages' }) as PageRecord[] | null) ?? [];
  const folderPages = (record?.folder?.['pages'] ?? []) as PageRecord[];
  const [selected, setSelected] = useState(0);
  const index = Math.min(selected, pages.length - 1);
  const put = (next: readonly PageRecord[], select: number) => {
    form.setValue('pages', next.length === 0 ? null : next, { shouldDirty: true, shouldTouch: true });
    setSelected(select);
  };
  const add = () => put([...pages, emptyPage(locales)], pages.length);
  if (pages.length === 0)
    return (
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mt: 1 }}>
        {folderPages.length > 0 && (
          <>
            <Typography variant="body2">From the folder: {folderPages.map(({ slug }) => slug).join(', ')}.</Typography>
            <Button variant="outlined" onClick={() => put(folderPages, 0)}>
              Edit them here
            </Button>
          </>
        )}
        <Button variant="outlined" onClick={add}>
          Add page
        </Button>
      </Stack>
    );
  const move = (to: number) => put(swapped(pages, Math.min(index, to)), to);
  return (
    <Box sx={{ width: '100%', mt: 1 }}>
      <Problems source="pages" item="Page" />
      <TextField
        select
        label="Page"
        value={index}
        onChange={({ target }) => setSelected(Number(target.value))}
        sx={{ mt: 1 }}
      >
        {pages.map((page, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new page has no other identity
          <MenuItem key={at} value={at}>
            {page.slug || `Page ${at + 1}`}
          </MenuItem>
        ))}
      </TextField>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mb: 2 }}>
        <Button onClick={add}>Add page</Button>
        <Button disabled={index === 0} onClick={() => move(index - 1)}>
          Move up
        </Button>
        <Button disabled={index === pages.length - 1} onClick={() => move(index + 1)}>
          Move down
        </Button>
        <Button color="error" onClick={() => put(pages.toSpliced(index, 1), Math.max(0, index - 1))}>
          Remove page
        </Button>
      </Stack>
      <PageFields key={`${index} of ${pages.length}`} source={`pages.${index}`} brand={brand} locales={locales} />
    </Box>
  );
}

const emptyPage = (locales: readonly string[]): PageRecord => ({
  slug: null,
  texts: Object.fromEntries(locales.map((code) => [code, { title: null, description: null, text: null }])),
});

interface FieldsProps {
  readonly source: string;
  readonly brand: string;
  readonly locales: readonly string[];
}

function PageFields({ source, brand, locales }: FieldsProps) {
  const [language, setLanguage] = useState(locales[0] ?? 'en');
  const slug = (useWatch({ name: `${source}.slug` }) as string | null) ?? '';
  const prefix = language === 'en' ? '' : `/${language}`;
  const ofLanguage = `${source}.texts.${language}`;
  const input = { htmlInput: { lang: language, dir: 'auto' } };
  return (
    <>
      <TextInput
        source={`${source}.slug`}
        label="Last part of the address"
        helperText={`${prefix}/pages/${slug || '…'}. The names terms and privacy replace the site’s own texts.`}
      />
      <LanguageSelect label="Language of the page" locales={locales} value={language} onChange={setLanguage} />
      <Box key={language} sx={{ width: '100%' }}>
        <TextInput source={`${ofLanguage}.title`} label="Page title" slotProps={input} />
        <TextInput
          source={`${ofLanguage}.description`}
          label="Description for search engines"
          helperText="Without it, search engines get the first paragraph."
          slotProps={input}
        />
        <TextInput
          source={`${ofLanguage}.text`}
          label="Page text (Markdown)"
          multiline
          minRows={10}
          maxRows={30}
          slotProps={input}
          sx={{ '& textarea': { fontFamily: 'ui-monospace, Menlo, monospace', fontSize: 14, lineHeight: 1.6 } }}
        />
        <PagePreview source={`${ofLanguage}.text`} brand={brand} language={language} />
      </Box>
    </>
  );
}
