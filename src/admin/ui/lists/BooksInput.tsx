import ArrowDownIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpIcon from '@mui/icons-material/ArrowUpward';
import CloseIcon from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetList, useGetMany, useInput } from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { CoverThumb } from '../ui/BookField.tsx';
import { LanguageName, useChosenSection, useLanguageFilter } from '../ui/languages.tsx';
import { swapped } from './swapped.ts';

/** The ordered books of a shelf or ranking, with controls to add a book by title, move it and remove it. */
export function BooksInput({ source = 'books' }: { source?: string }) {
  const { field, fieldState } = useInput({ source, defaultValue: [] });
  const ids: readonly number[] = field.value ?? [];
  const { data = [] } = useGetMany<BookRecord>('books', { ids: [...ids] });
  const section = useChosenSection();
  const bookOf = (id: number) => data.find((book) => book?.id === id);
  const titleOf = (id: number) => bookOf(id)?.title ?? `Book ${id}`;
  return (
    <>
      <Typography variant="subtitle2" component="h2" sx={{ mt: 1 }}>
        Books in order ({ids.length})
      </Typography>
      {fieldState.error?.message && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
      <AddBook excluded={ids} onAdd={(id) => field.onChange([...ids, id])} />
      <List dense sx={{ width: '100%' }}>
        {ids.map((id, place) => (
          <ListItem
            key={id}
            divider
            secondaryAction={<Moves ids={ids} place={place} title={titleOf(id)} onChange={field.onChange} />}
          >
            <Typography color="textSecondary" sx={{ width: '2.5ch', mr: 1.5 }}>
              {place + 1}
            </Typography>
            <CoverThumb book={bookOf(id) ?? { cover: null, title: '' }} width={24} />
            <ListItemText
              sx={{ ml: 1.5, pr: 10 }}
              primary={titleOf(id)}
              secondary={<OtherLanguage book={bookOf(id)} section={section} />}
            />
          </ListItem>
        ))}
      </List>
    </>
  );
}

/** Marks a book of another language than the list, which does not belong there. */
function OtherLanguage({ book, section }: { book: BookRecord | undefined; section: number | undefined }) {
  if (!book || section === undefined || book.section === section) return null;
  return (
    <Typography component="span" variant="body2" color="error">
      Wrong language: <LanguageName section={book.section} />
    </Typography>
  );
}

interface MovesProps {
  readonly ids: readonly number[];
  readonly place: number;
  readonly title: string;
  readonly onChange: (ids: readonly number[]) => void;
}

function Moves({ ids, place, title, onChange }: MovesProps) {
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Move ${title} up`}
        disabled={place === 0}
        onClick={() => onChange(swapped(ids, place - 1))}
      >
        <ArrowUpIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={`Move ${title} down`}
        disabled={place === ids.length - 1}
        onClick={() => onChange(swapped(ids, place))}
      >
        <ArrowDownIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={`Remove ${title}`}
        onClick={() => onChange(ids.filter((_, at) => at !== place))}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </>
  );
}

const MATCHES = { pagination: { page: 1, perPage: 12 }, sort: { field: 'title', order: 'ASC' } } as const;

function AddBook({ excluded, onAdd }: { excluded: readonly number[]; onAdd: (id: number) => void }) {
  const [typed, setTyped] = useState('');
  const filter = useLanguageFilter();
  const isReady = filter.section !== undefined;
  const { data = [] } = useGetList<BookRecord>(
    'books',
    { ...MATCHES, filter: { ...filter, ...(typed === '' ? {} : { q: typed }) } },
    { enabled: isReady },
  );
  return (
    <Autocomplete
      value={null}
      disabled={!isReady}
      inputValue={typed}
      options={data.filter(({ id }) => !excluded.includes(Number(id)))}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ id }) => id}
      filterOptions={(options) => options}
      noOptionsText="No matching books"
      onInputChange={(_, text, reason) => reason !== 'reset' && setTyped(text)}
      onChange={(_, book) => {
        if (book) onAdd(Number(book.id));
        setTyped('');
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Add a book by title"
          helperText={isReady ? undefined : 'Select the language first'}
        />
      )}
    />
  );
}
