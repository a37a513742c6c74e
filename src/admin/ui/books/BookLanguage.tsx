import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { TextInput, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { placeOf, placeProblem } from '../../../contract/locales.ts';
import type { BookRecord } from '../../contract/records.ts';
import { LanguageInput, LanguageName } from '../ui/languages.tsx';

type Place = Pick<BookRecord, 'section' | 'language'>;

/** The language of a book in lists. Also shows its language tag if that belongs in another section. */
export function BookLanguage({ book }: { readonly book: Place }) {
  return (
    <>
      <LanguageName section={book.section} />{' '}
      {placeProblem(book) !== undefined && (
        <Typography
          component="span"
          variant="body2"
          color="error"
          sx={{ display: 'inline-block', whiteSpace: 'nowrap' }}
        >
          (wrong: {book.language})
        </Typography>
      )}
    </>
  );
}

const TAG = /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/;

const tagProblem = (language: unknown, { section }: { readonly section?: unknown }): string | undefined => {
  if (typeof language !== 'string' || language === '') return 'Required';
  if (!TAG.test(language)) return 'Enter a language tag such as pt or pt-BR';
  if (typeof section !== 'number' || placeProblem({ section, language }) === undefined) return undefined;
  return 'This is another language. Select it under “Language” instead.';
};

/**
 * The language of a book: its section, and its language tag, which may be more specific. Selecting another language
 * replaces a tag that does not belong to it.
 */
export function BookLanguageInputs() {
  const { setValue, getValues } = useFormContext();
  const record = useRecordContext<BookRecord>();
  const chosen: Partial<Place> = { section: useWatch({ name: 'section' }), language: useWatch({ name: 'language' }) };
  const { section } = chosen;
  const isStored = section === record?.section && chosen.language === record?.language;
  const before = useRef(record?.section);
  useEffect(() => {
    if (typeof section !== 'number' || section === before.current) return;
    before.current = section;
    const tag: unknown = getValues('language');
    const { language } = placeOf(
      { section },
      typeof tag === 'string' && tag !== '' ? { section, language: tag } : undefined,
    );
    if (language !== tag) setValue('language', language, { shouldDirty: true, shouldValidate: true });
  }, [section, getValues, setValue]);
  return (
    <>
      <LanguageInput />
      <TextInput
        source="language"
        label="Language tag"
        validate={tagProblem}
        helperText="May be more specific, such as pt-BR"
      />
      {record && isStored && placeProblem(record) !== undefined && (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1', mb: 2 }}>
          This book is in the wrong language: {placeProblem(record)}. Select its language, or correct the language tag.
        </Alert>
      )}
    </>
  );
}
