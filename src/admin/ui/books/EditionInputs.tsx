import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { AutocompleteInput, Link, TextInput, useInput, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { EditionRecord } from '../../contract/editions.ts';
import type { BookRecord } from '../../contract/records.ts';
import { LanguageName } from '../ui/languages.tsx';

/** Languages in which originals of web novels are usually written, and those of the site. */
const ORIGINAL_LANGUAGES = 'ar de en es fil fr hi id it ja ko ms nl pl pt ru th tl tr uk vi zh zh-Hant'.split(' ');

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** Selects the original language. A stored language that is not in the list remains selectable. */
function OriginalLanguageInput() {
  const current: unknown = useWatch({ name: 'original_language' });
  const tags = new Set([...ORIGINAL_LANGUAGES, ...(typeof current === 'string' && current !== '' ? [current] : [])]);
  const choices = [...tags]
    .map((id) => ({ id, name: `${languageNames.of(id) ?? id} (${id})` }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return <AutocompleteInput source="original_language" label="Original language" choices={choices} />;
}

/** A list of titles. Enter adds one. */
function TitlesInput({ source, label }: { readonly source: string; readonly label: string }) {
  const { field, fieldState, id } = useInput({ source, defaultValue: [] });
  return (
    <Autocomplete
      multiple
      freeSolo
      id={id}
      value={field.value ?? []}
      options={[]}
      onChange={(_, titles: string[]) =>
        field.onChange([...new Set(titles.map((title) => title.trim()).filter(Boolean))])
      }
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? 'Press Enter to add a title'}
        />
      )}
    />
  );
}

const GRID = { display: 'grid', columnGap: 2, width: '100%', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } };
const WIDE = { gridColumn: '1 / -1', minWidth: 0 };

/** The original of a book, its other titles, and its editions in other languages. */
export function EditionInputs() {
  return (
    <Box sx={GRID}>
      <TextInput source="original_title" label="Original title" />
      <TextInput source="original_author" label="Original author" />
      <OriginalLanguageInput />
      <TitlesInput source="alternative_titles" label="Alternative titles" />
      <Box sx={WIDE}>
        <TextInput
          source="work"
          helperText="Books with the same work are editions of it, such as translations. Their pages link to each other."
        />
        <Editions />
      </Box>
    </Box>
  );
}

function Editions() {
  const record = useRecordContext<BookRecord>();
  const { setValue } = useFormContext();
  if (!record) return null;
  const { editions = [], suggested_editions: suggested = [] } = record;
  const join = (edition: EditionRecord) =>
    setValue('work', edition.work ?? record.work ?? workOf(record), { shouldDirty: true, shouldValidate: true });
  return (
    <>
      {editions.length > 0 && <EditionList title="Other editions" editions={editions} />}
      {suggested.length > 0 && (
        <>
          <EditionList title="Probably editions of the same work" editions={suggested} onJoin={join} />
          <Alert severity="info" sx={{ mb: 2 }}>
            These books have the same original title and author. Select “Use this work”, save, and open the other book
            to set the same work there, unless it has it already.
          </Alert>
        </>
      )}
    </>
  );
}

/** A name for a work without one: from the original author and title, or those of the book. */
const workOf = ({ title, author, original_title: originalTitle, original_author: originalAuthor }: BookRecord) =>
  `${originalAuthor ?? author}: ${originalTitle ?? title}`.slice(0, 200);

interface EditionListProps {
  readonly title: string;
  readonly editions: readonly EditionRecord[];
  readonly onJoin?: (edition: EditionRecord) => void;
}

function EditionList({ title, editions, onJoin }: EditionListProps) {
  return (
    <>
      <Typography variant="subtitle2" component="h2">
        {title}
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, mt: 0.5, overflowWrap: 'anywhere' }}>
        {editions.map((edition) => (
          <li key={edition.id}>
            <Link underline="always" to={`/books/${edition.id}/editions`} lang={edition.language}>
              {edition.title}
            </Link>{' '}
            (<LanguageName section={edition.section} />, {edition.author}
            {edition.state === 'published' ? '' : `, ${edition.state}`}
            {edition.work === null ? '' : `, work “${edition.work}”`}){' '}
            {onJoin && (
              <Button size="small" aria-label={`Use this work: ${edition.title}`} onClick={() => onJoin(edition)}>
                Use this work
              </Button>
            )}
          </li>
        ))}
      </Box>
    </>
  );
}
