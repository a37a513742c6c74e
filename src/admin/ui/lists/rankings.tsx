import { Create, DataTable, required, SearchInput, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import type { RankingRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { BrandInput } from '../ui/brands.tsx';
import { LanguageFilter, LanguageInput, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { BooksInput } from './BooksInput.tsx';
import { brandOf, languageAndBrandOf } from './shelves.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <BrandInput key="brand" source="brand" label="Brand" />,
];

const Col = DataTable.Col<RankingRecord>;

export function RankingList() {
  return (
    <ResourceList<RankingRecord>
      filters={FILTERS}
      sort={{ field: 'type', order: 'ASC' }}
      empty={{ text: 'No rankings yet', next: 'A ranking is a list of books with its own page.' }}
      phone={{
        primary: ({ type_name, name }) => `${type_name}: ${name}`,
        secondary: languageAndBrandOf,
        tertiary: ({ books }) => books.length,
      }}
    >
      <Col source="type_name" label="Menu" />
      <Col source="name" />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="brand" render={brandOf} />
      <Col source="books" disableSort render={({ books }) => books.length} />
    </ResourceList>
  );
}

function Title() {
  const ranking = useRecordContext<RankingRecord>();
  return <>{ranking ? `${ranking.type_name}: ${ranking.name}` : ''}</>;
}

export function RankingEdit() {
  return (
    <RecordEdit title={<Title />}>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <RankingFields />
      </SimpleForm>
    </RecordEdit>
  );
}

export function RankingCreate() {
  return (
    <Create title="New ranking" redirect="edit">
      <SimpleForm defaultValues={{ books: [] }}>
        <RankingFields />
      </SimpleForm>
    </Create>
  );
}

function RankingFields() {
  return (
    <>
      <TextInput source="type_name" label="Menu entry" validate={required()} />
      <TextInput
        source="type"
        label="Slug"
        validate={required()}
        helperText="Part of the address: lowercase letters, digits and hyphens"
      />
      <TextInput source="name" validate={required()} />
      <LanguageInput />
      <BrandInput shared />
      <BooksInput />
    </>
  );
}
