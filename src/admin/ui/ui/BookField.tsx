import Box from '@mui/material/Box';
import { AutocompleteInput, type AutocompleteInputProps, ReferenceInput, required, useGetMany } from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { coverAddress } from './cover-address.ts';
import { useChosenSection, useLanguageFilter } from './languages.tsx';

/** Selects one book by title, of the selected language if the form has one. */
export function BookInput({ source = 'book_id', ...props }: { source?: string } & Partial<AutocompleteInputProps>) {
  return (
    <ReferenceInput
      source={source}
      reference="books"
      filter={useLanguageFilter()}
      sort={{ field: 'title', order: 'ASC' }}
    >
      <AutocompleteInput label="Book" optionText="title" filterToQuery={(q: string) => ({ q })} {...props} />
    </ReferenceInput>
  );
}

/** Selects the book of a record that has a language. The language must be selected first. */
export function BookOfLanguageInput() {
  const isReady = useChosenSection() !== undefined;
  return (
    <BookInput
      validate={required()}
      disabled={!isReady}
      {...(isReady ? {} : { helperText: 'Select the language first' })}
    />
  );
}

/** The title of the book with this id. */
export function BookTitle({ id }: { id: number | null }) {
  const { data } = useGetMany<BookRecord>('books', { ids: id === null ? [] : [id] });
  return <>{id === null ? '–' : (data?.[0]?.title ?? `Book ${id}`)}</>;
}

/** A book's cover in 2:3, or a placeholder of the same size. */
export function CoverThumb({ book, width = 32 }: { book: Pick<BookRecord, 'cover' | 'title'>; width?: number }) {
  const shape = { width, height: (width * 3) / 2, borderRadius: 0.75, bgcolor: 'action.hover', flex: 'none' };
  const address = book.cover && coverAddress(book.cover, width * 2);
  if (!address) return <Box sx={shape} aria-hidden="true" />;
  return <Box component="img" src={address} alt="" loading="lazy" sx={{ ...shape, objectFit: 'cover' }} />;
}
