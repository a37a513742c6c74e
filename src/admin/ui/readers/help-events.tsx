import { Create, DataTable, NumberInput, required, SearchInput, SimpleForm, TextInput } from 'react-admin';
import type { HelpEventRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { BookOfLanguageInput, BookTitle } from '../ui/BookField.tsx';
import { moment } from '../ui/format.ts';
import { LanguageFilter, LanguageInput, languageOf } from '../ui/languages.tsx';
import { MomentInput } from '../ui/MomentInput.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Inviter" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
];

const Col = DataTable.Col<HelpEventRecord>;

const progress = ({ helped, needed }: HelpEventRecord) => `${helped} of ${needed}`;

export function HelpEventList() {
  return (
    <ResourceList<HelpEventRecord>
      filters={FILTERS}
      sort={{ field: 'expires_at', order: 'DESC' }}
      empty={{ text: 'No help events', next: 'In a help event, a reader invites others to help with a book.' }}
      phone={{
        primary: ({ book_id }) => <BookTitle id={book_id} />,
        secondary: (event) => (
          <>
            {languageOf(event)} · {event.inviter}
          </>
        ),
        tertiary: progress,
      }}
    >
      <Col source="book_id" label="Book" render={({ book_id }) => <BookTitle id={book_id} />} />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="inviter" />
      <Col source="helped" render={progress} />
      <Col source="expires_at" label="Ends" render={({ expires_at }) => moment(expires_at)} />
    </ResourceList>
  );
}

export function HelpEventEdit() {
  return (
    <RecordEdit>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <HelpEventFields />
      </SimpleForm>
    </RecordEdit>
  );
}

export function HelpEventCreate() {
  return (
    <Create title="New help event" redirect="list">
      <SimpleForm defaultValues={{ needed: 5 }}>
        <HelpEventFields />
      </SimpleForm>
    </Create>
  );
}

function HelpEventFields() {
  return (
    <>
      <LanguageInput />
      <BookOfLanguageInput />
      <TextInput source="inviter" validate={required()} helperText="Name shown to visitors" />
      <NumberInput source="needed" label="Helpers needed" min={1} validate={required()} />
      <MomentInput source="expires_at" label="Ends" validate={required()} />
    </>
  );
}
