import Box from '@mui/material/Box';
import { Create, NumberInput, required, SimpleForm, TabbedForm, TextInput, useRecordContext } from 'react-admin';
import type { BookRecord } from '../../contract/records.ts';
import { HistoryActions } from '../history/HistoryActions.tsx';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { TakedownButton } from '../takedowns/TakedownButton.tsx';
import { asText } from '../ui/as-text.ts';
import { NamesInput } from '../ui/NamesInput.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { BookChapters } from './BookChapters.tsx';
import { BookLanguageInputs } from './BookLanguage.tsx';
import { BrandsInput } from './BrandsInput.tsx';
import { BOOK_STATES } from './book-states.ts';
import { CategoryInput, SubCategoryInput } from './CategoryInput.tsx';
import { CoverPanel } from './CoverPanel.tsx';
import { EditionInputs } from './EditionInputs.tsx';

export function BookEdit() {
  return (
    <RecordEdit title={<BookTitle />} redirect={false} actions={<BookActions />}>
      <TabbedForm resetOptions={KEEP_TYPED}>
        <TabbedForm.Tab label="Details">
          <FormGuard />
          <Details />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Brands" path="brands">
          <BrandsInput />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Editions" path="editions">
          <EditionInputs />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Cover" path="cover">
          <CoverPanel />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Chapters" path="chapters">
          <BookChapters />
        </TabbedForm.Tab>
      </TabbedForm>
    </RecordEdit>
  );
}

export function BookCreate() {
  return (
    <Create title="New book" redirect="edit">
      <SimpleForm
        sx={{ maxWidth: 'none' }}
        defaultValues={{ status: 'updating', hot: 0, genres: [], tags: [], keywords: [] }}
      >
        <Details />
        <BrandsInput />
      </SimpleForm>
    </Create>
  );
}

const BookActions = () => (
  <HistoryActions>
    <TakedownButton />
  </HistoryActions>
);

const BookTitle = () => <>{useRecordContext<BookRecord>()?.title ?? ''}</>;

const GRID = { display: 'grid', columnGap: 2, width: '100%', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } };
const WIDE = { gridColumn: '1 / -1' };

function Details() {
  return (
    <Box sx={GRID}>
      <TextInput source="title" validate={required()} />
      <TextInput source="author" validate={required()} />
      <BookLanguageInputs />
      <TextInput
        source="introduction"
        parse={asText}
        multiline
        minRows={4}
        maxRows={14}
        sx={WIDE}
        helperText="Plain text"
      />
      <CategoryInput validate={required()} />
      <SubCategoryInput />
      <SelectInput source="status" choices={BOOK_STATES} validate={required()} />
      <NamesInput source="genres" label="Genres" resource="genres" />
      <NamesInput source="tags" label="Tags" resource="tags" />
      <NamesInput source="keywords" label="Keywords" resource="keywords" />
      <NumberInput
        source="hot"
        label="Sort weight"
        min={0}
        helperText="Books with a higher weight come first in lists"
      />
      <NumberInput source="rating" min={0} max={5} step={0.1} />
    </Box>
  );
}
