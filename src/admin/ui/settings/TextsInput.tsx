import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Answer, UsualText } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { Problems } from './Problems.tsx';

type Texts = Readonly<Record<string, string | null>>;

/** Replaces interface texts of one language at a time. A search finds the text to replace. */
export function TextsInput({ locales }: { locales: readonly string[] }) {
  const [language, setLanguage] = useState(locales[0] ?? 'en');
  const [word, setWord] = useState('');
  const form = useFormContext();
  const texts = (useWatch({ name: `texts.${language}` }) as Texts | undefined) ?? {};
  const matches = useUsualTexts(language, word.trim()).data ?? [];
  const put = (next: Texts) => form.setValue(`texts.${language}`, next, { shouldDirty: true, shouldTouch: true });
  return (
    <>
      <Problems source="texts" item="Text" />
      <LanguageSelect label="Language of the texts" locales={locales} value={language} onChange={setLanguage} />
      {Object.keys(texts).map((key) => (
        <TextInput
          key={`${language} ${key}`}
          source={`texts.${language}.${key}`}
          label={key}
          multiline
          slotProps={{ htmlInput: { lang: language, dir: 'auto' } }}
          helperText="Empty: the usual text"
        />
      ))}
      <TextField
        label="Find a text of the site"
        value={word}
        onChange={({ target }) => setWord(target.value)}
        sx={{ maxWidth: 420 }}
      />
      {word.trim() !== '' && (
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, maxHeight: 320, overflow: 'auto' }}>
          {matches
            .filter(({ key }) => !Object.hasOwn(texts, key))
            .map(({ key, text }) => (
              <Stack
                key={key}
                component="li"
                direction="row"
                sx={{
                  gap: 1,
                  alignItems: 'center',
                  justifyContent: 'space-between',
                  borderBottom: 1,
                  borderColor: 'divider',
                }}
              >
                <Typography variant="body2" lang={language} sx={{ overflowWrap: 'anywhere' }}>
                  {text}{' '}
                  <Typography component="span" variant="caption" color="textSecondary">
                    {key}
                  </Typography>
                </Typography>
                <Button aria-label={`Replace ${key}`} onClick={() => put({ ...texts, [key]: text })}>
                  Replace
                </Button>
              </Stack>
            ))}
        </Stack>
      )}
    </>
  );
}

const useUsualTexts = (language: string, word: string) =>
  useQuery<readonly UsualText[]>({
    queryKey: ['interface-texts', language, word],
    queryFn: ({ signal }) =>
      call<Answer<readonly UsualText[]>>(`interface-texts/${language}?q=${encodeURIComponent(word)}`, { signal }).then(
        ({ data }) => data,
      ),
    enabled: word !== '',
    placeholderData: keepPreviousData,
  });
