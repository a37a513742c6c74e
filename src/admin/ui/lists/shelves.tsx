import { Create, DataTable, required, SearchInput, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import type { ShelfRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { choicesOf } from '../ui/choices.ts';
import { LanguageFilter, LanguageInput, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { BooksInput } from './BooksInput.tsx';

const STYLES = choicesOf<ShelfRecord['style']>({
  row: 'Row of covers',
  ranked: 'Ranked, with numbers',
  pair: 'Cards in two columns',
  feature: 'Feature',
});

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <BrandInput key="brand" source="brand" label="Brand" />,
];

const Col = DataTable.Col<ShelfRecord>;

type BrandRow = { readonly brand: string | null };

export const brandOf = ({ brand }: BrandRow) => <BrandNames ids={brand === null ? null : [brand]} />;

/** Language and brand of a record, for a row on phones. */
export const languageAndBrandOf = (record: BrandRow & { readonly section: number }) => (
  <>
    {languageOf(record)} · {brandOf(record)}
  </>
);

export function ShelfList() {
  return (
    <ResourceList<ShelfRecord>
      filters={FILTERS}
      sort={{ field: 'name', order: 'ASC' }}
      empty={{ text: 'No shelves yet', next: 'A shelf is a list of books on the home page.' }}
      phone={{ primary: ({ name }) => name, secondary: languageAndBrandOf, tertiary: ({ books }) => books.length }}
    >
      <Col source="name" />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="brand" render={brandOf} />
      <Col source="style" />
      <Col source="books" disableSort render={({ books }) => books.length} />
    </ResourceList>
  );
}

const Title = () => <>{useRecordContext<ShelfRecord>()?.name ?? ''}</>;

export function ShelfEdit() {
  return (
    <RecordEdit title={<Title />}>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <ShelfFields />
      </SimpleForm>
    </RecordEdit>
  );
}

export function ShelfCreate() {
  return (
    <Create title="New shelf" redirect="edit">
      <SimpleForm defaultValues={{ style: 'row', books: [] }}>
        <ShelfFields />
      </SimpleForm>
    </Create>
  );
}

function ShelfFields() {
  return (
    <>
      <TextInput source="name" validate={required()} />
      <LanguageInput />
      <BrandInput shared helperText="If a brand has its own shelves, it does not show the shared ones" />
      <SelectInput source="style" choices={STYLES} validate={required()} />
      <BooksInput />
    </>
  );
}
