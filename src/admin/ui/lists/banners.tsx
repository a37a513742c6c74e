import { Create, DataTable, required, SearchInput, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import type { BannerRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { asText } from '../ui/as-text.ts';
import { BookOfLanguageInput, BookTitle } from '../ui/BookField.tsx';
import { BrandInput } from '../ui/brands.tsx';
import { LanguageFilter, LanguageInput, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { brandOf, languageAndBrandOf } from './shelves.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Title" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <BrandInput key="brand" source="brand" label="Brand" />,
];

const Col = DataTable.Col<BannerRecord>;

export function BannerList() {
  return (
    <ResourceList<BannerRecord>
      filters={FILTERS}
      sort={{ field: 'title', order: 'ASC' }}
      empty={{ text: 'No banners yet', next: 'A banner is the message at the top of the home page.' }}
      phone={{ primary: ({ title }) => title, secondary: ({ subtitle }) => subtitle, tertiary: languageAndBrandOf }}
    >
      <Col source="title" />
      <Col source="subtitle" />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="brand" render={brandOf} />
      <Col source="book_id" label="Links to" render={({ book_id }) => <BookTitle id={book_id} />} />
    </ResourceList>
  );
}

const Title = () => <>{useRecordContext<BannerRecord>()?.title ?? ''}</>;

export function BannerEdit() {
  return (
    <RecordEdit title={<Title />}>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <BannerFields />
      </SimpleForm>
    </RecordEdit>
  );
}

export function BannerCreate() {
  return (
    <Create title="New banner" redirect="list">
      <SimpleForm defaultValues={{ subtitle: '' }}>
        <BannerFields />
      </SimpleForm>
    </Create>
  );
}

function BannerFields() {
  return (
    <>
      <TextInput source="title" validate={required()} />
      <TextInput source="subtitle" parse={asText} />
      <LanguageInput />
      <BrandInput shared />
      <BookOfLanguageInput />
    </>
  );
}
