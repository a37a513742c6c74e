import {
  Create,
  DataTable,
  Edit,
  required,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
} from 'react-admin';
import type { BookListRecord } from '../records.ts';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { BooksInput } from './BooksInput.tsx';

const STYLES = [
  { id: 'row', name: 'Row of covers' },
  { id: 'ranked', name: 'Ranked, with numerals' },
  { id: 'pair', name: 'Two-up cards' },
  { id: 'feature', name: 'Feature' },
];

const FILTERS = [<SearchInput key="q" source="q" alwaysOn placeholder="Name" />, <BrandInput key="brand" />];

const Col = DataTable.Col<BookListRecord>;

export const brandOf = ({ brand }: { brand: string | null }) => <BrandNames ids={brand === null ? null : [brand]} />;

export function ShelfList() {
  return (
    <ResourceList<BookListRecord>
      filters={FILTERS}
      sort={{ field: 'name', order: 'ASC' }}
      empty={{ text: 'No shelves yet', next: 'A shelf is a list of books on the home page.' }}
      phone={{ primary: ({ name }) => name, secondary: brandOf, tertiary: ({ books }) => books.length }}
    >
      <Col source="name" />
      <Col source="brand" render={brandOf} />
      <Col source="style" />
      <Col source="books" disableSort render={({ books }) => books.length} />
    </ResourceList>
  );
}

const Title = () => <>{useRecordContext<BookListRecord>()?.name ?? ''}</>;

export function ShelfEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <ShelfFields />
      </SimpleForm>
    </Edit>
  );
}

export function ShelfCreate() {
  return (
    <Create title="A new shelf" redirect="edit">
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
      <BrandInput shared helperText="A brand's own shelves stand instead of the shared ones" />
      <SelectInput source="style" choices={STYLES} validate={required()} />
      <BooksInput />
    </>
  );
}
