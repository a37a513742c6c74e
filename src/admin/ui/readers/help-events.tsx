import { Create, DataTable, NumberInput, required, SimpleForm, TextInput } from 'react-admin';
import type { HelpEventRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { BookInput, BookTitle } from '../ui/BookField.tsx';
import { moment } from '../ui/format.ts';
import { MomentInput } from '../ui/MomentInput.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';

const Col = DataTable.Col<HelpEventRecord>;

const progress = ({ helped, needed }: HelpEventRecord) => `${helped} of ${needed}`;

export function HelpEventList() {
  return (
    <ResourceList<HelpEventRecord>
      sort={{ field: 'expires_at', order: 'DESC' }}
      empty={{ text: 'No help events', next: 'In a help event, a reader invites others to help with a book.' }}
      phone={{
        primary: ({ book_id }) => <BookTitle id={book_id} />,
        secondary: ({ inviter }) => inviter,
        tertiary: progress,
      }}
    >
      <Col source="book_id" label="Book" render={({ book_id }) => <BookTitle id={book_id} />} />
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
      <BookInput validate={required()} />
      <TextInput source="inviter" validate={required()} helperText="Name shown to visitors" />
      <NumberInput source="needed" label="Helpers needed" min={1} validate={required()} />
      <MomentInput source="expires_at" label="Ends" validate={required()} />
    </>
  );
}
