import { Create, Edit, required, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import type { NameRecord } from '../records.ts';
import { asText } from '../ui/as-text.ts';
import { NamesInput } from '../ui/NamesInput.tsx';

const Title = () => <>{useRecordContext<NameRecord>()?.name ?? ''}</>;

const RENAMED = 'Renaming keeps the old address: it leads to the new one.';

export function AuthorEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <TextInput source="name" validate={required()} helperText={RENAMED} />
        <TextInput source="introduction" parse={asText} multiline minRows={3} maxRows={12} helperText="Plain text" />
      </SimpleForm>
    </Edit>
  );
}

/** A tag or a keyword. */
export function NameEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <TextInput source="name" validate={required()} helperText={RENAMED} />
      </SimpleForm>
    </Edit>
  );
}

export function KeywordCreate() {
  return (
    <Create title="A new keyword" redirect="list">
      <SimpleForm>
        <TextInput source="name" validate={required()} />
      </SimpleForm>
    </Create>
  );
}

export function GenreEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <GenreFields />
      </SimpleForm>
    </Edit>
  );
}

export function GenreCreate() {
  return (
    <Create title="A new genre" redirect="list">
      <SimpleForm defaultValues={{ introduction: '', tags: [] }}>
        <GenreFields />
      </SimpleForm>
    </Create>
  );
}

function GenreFields() {
  return (
    <>
      <TextInput source="name" validate={required()} />
      <TextInput source="introduction" parse={asText} multiline minRows={3} maxRows={12} helperText="Plain text" />
      <NamesInput source="tags" label="Tags" resource="tags" helperText="In the order of the genre's page" />
    </>
  );
}
