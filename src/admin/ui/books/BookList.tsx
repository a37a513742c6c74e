import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  BooleanInput,
  BulkDeleteWithConfirmButton,
  CanAccess,
  DataTable,
  SearchInput,
  SelectInput,
  TextInput,
} from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { CoverThumb } from '../ui/BookField.tsx';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { ago, counted } from '../ui/format.ts';
import { LanguageFilter } from '../ui/languages.tsx';
import { NameFilter } from '../ui/NameFilter.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { ChapterState } from './BookChapters.tsx';
import { BookLanguage } from './BookLanguage.tsx';
import { BulkEditButton } from './BulkEditButton.tsx';
import { BOOK_STATES } from './book-states.ts';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Title or author" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <BooleanInput key="misplaced" source="misplaced" label="Wrong language" />,
  <SelectInput key="status" source="status" choices={BOOK_STATES} />,
  <BrandInput key="brand" source="brand" label="Brand" />,
  <NameFilter key="author_id" source="author_id" reference="authors" label="Author" />,
  <NameFilter key="genre" source="genre" reference="genres" label="Genre" />,
  <NameFilter key="tag" source="tag" reference="tags" label="Tag" />,
  <NameFilter key="keyword" source="keyword" reference="keywords" label="Keyword" />,
  <TextInput key="category" source="category" />,
];

const Col = DataTable.Col<BookRecord>;

export function BookList() {
  return (
    <ResourceList<BookRecord>
      filters={FILTERS}
      sort={{ field: 'updated_at', order: 'DESC' }}
      bulk={<BookBulkActions />}
      empty={{ text: 'No books yet', next: 'Create one here, or run npm run import or npm run seed.' }}
      phone={{
        primary: ({ title }) => title,
        secondary: (book) => (
          <>
            {book.author} · {counted(book.chapters, 'chapter')} · {book.status} · <BookLanguage book={book} />
          </>
        ),
        avatar: (book) => <CoverThumb book={book} width={36} />,
      }}
    >
      <Col
        source="title"
        render={(book) => (
          <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', minWidth: 180 }}>
            <CoverThumb book={book} />
            <span>
              {book.title}
              <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
                {book.author}
              </Typography>
            </span>
          </Stack>
        )}
      />
      <Col source="section" label="Language" render={(book) => <BookLanguage book={book} />} />
      <Col source="category" />
      <Col source="state" disableSort render={(book) => <ChapterState chapter={book} />} />
      <Col source="status" render={({ status }) => <StatusChip value={status} />} />
      <Col source="brands" disableSort render={({ brands }) => <BrandNames ids={brands} />} />
      <DataTable.NumberCol source="chapters" />
      <Col source="updated_at" label="Updated" render={({ updated_at }) => ago(updated_at)} />
    </ResourceList>
  );
}

function BookBulkActions() {
  return (
    <>
      <BulkEditButton />
      <CanAccess resource="books" action="delete">
        <BulkDeleteWithConfirmButton mutationMode="pessimistic" />
      </CanAccess>
    </>
  );
}
