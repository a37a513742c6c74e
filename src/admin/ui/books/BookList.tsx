import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { BooleanInput, BulkDeleteWithConfirmButton, CanAccess, DataTable, SearchInput, TextInput } from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { CoverThumb } from '../ui/BookField.tsx';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { ago, counted } from '../ui/format.ts';
import { LanguageFilter } from '../ui/languages.tsx';
import { NameFilter } from '../ui/NameFilter.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
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

/** Columns that narrow windows leave out. With the menu, a table has 1,014 of 1,280 px. */
const FROM_DESKTOP = { display: { xs: 'none', lg: 'table-cell' } };
const FROM_SMALL_DESKTOP = { display: { xs: 'none', md: 'table-cell' } };

const ONE_LINE = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 1, overflow: 'hidden' };
const TWO_LINES = { ...ONE_LINE, WebkitLineClamp: 2 };

export function BookList() {
  return (
    <ResourceList<BookRecord>
      filters={FILTERS}
      sort={{ field: 'updated_at', order: 'DESC' }}
      bulk={<BookBulkActions />}
      empty={{ text: 'No books yet', next: 'Create one here, or run npm run import or npm run seed.' }}
      phone={{
        primary: ({ title }) => <Box sx={TWO_LINES}>{title}</Box>,
        secondary: (book) => (
          <>
            <Typography variant="body2" component="div" title={book.author} sx={ONE_LINE}>
              {book.author}
            </Typography>
            {counted(book.chapters, 'chapter')} · {book.status}
            {book.state !== 'published' && ` · ${book.state}`} · <BookLanguage book={book} />
          </>
        ),
        avatar: (book) => <CoverThumb book={book} width={36} />,
      }}
    >
      <Col
        source="title"
        sx={{ width: '40%' }}
        render={(book) => (
          <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', minWidth: 180 }}>
            <CoverThumb book={book} />
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box component="span" title={book.title} sx={TWO_LINES}>
                {book.title}
              </Box>
              <Typography variant="body2" color="textSecondary" component="span" title={book.author} sx={ONE_LINE}>
                {book.author}
              </Typography>
            </Box>
          </Stack>
        )}
      />
      <Col source="section" label="Language" sx={FROM_SMALL_DESKTOP} render={(book) => <BookLanguage book={book} />} />
      <Col
        source="category"
        sx={FROM_DESKTOP}
        render={({ category }) => <Box sx={{ ...TWO_LINES, maxWidth: 150 }}>{category}</Box>}
      />
      <Col source="status" render={(book) => <BookStates book={book} />} />
      <Col
        source="brands"
        disableSort
        sx={FROM_SMALL_DESKTOP}
        render={({ brands }) => (
          <Box sx={{ ...TWO_LINES, maxWidth: 120 }}>
            <BrandNames ids={brands} />
          </Box>
        )}
      />
      <DataTable.NumberCol source="chapters" sx={FROM_SMALL_DESKTOP} />
      <Col
        source="updated_at"
        label="Updated"
        sx={{ whiteSpace: 'nowrap' }}
        render={({ updated_at }) => ago(updated_at)}
      />
    </ResourceList>
  );
}

/** Whether the story goes on, and whether visitors can see the book. */
const BookStates = ({ book }: { book: BookRecord }) => (
  <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
    <StatusChip value={book.status} />
    <span>
      <ChapterState chapter={book} />
    </span>
  </Stack>
);

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
