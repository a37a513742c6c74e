import type { ReactElement } from 'react';
import { Create, required, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import type { NameRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { asText } from '../ui/as-text.ts';
import { FixedLanguageInput, LanguageInput } from '../ui/languages.tsx';
import { NamesInput } from '../ui/NamesInput.tsx';

const Title = () => <>{useRecordContext<NameRecord>()?.name ?? ''}</>;

const RENAME_HELP = 'If you rename it, the old address redirects to the new one.';

export function AuthorEdit() {
  return (
    <RecordEdit title={<Title />}>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <TextInput source="name" validate={required()} helperText={RENAME_HELP} />
        <FixedLanguageInput />
        <TextInput source="introduction" parse={asText} multiline minRows={3} maxRows={12} helperText="Plain text" />
      </SimpleForm>
    </RecordEdit>
  );
}

/** Edits a tag or a keyword. */
export function NameEdit() {
  return (
    <RecordEdit title={<Title />}>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <TextInput source="name" validate={required()} helperText={RENAME_HELP} />
        <FixedLanguageInput />
      </SimpleForm>
    </RecordEdit>
  );
}

export function KeywordCreate() {
  return (
    <Create title="New keyword" redirect="list">
      <SimpleForm>
        <TextInput source="name" validate={required()} />
        <LanguageInput />
      </SimpleForm>
    </Create>
  );
}

export function GenreEdit() {
  return (
    <RecordEdit title={<Title />}>
      <SimpleForm resetOptions={KEEP_TYPED}>
        <FormGuard />
        <GenreFields language={<FixedLanguageInput />} />
      </SimpleForm>
    </RecordEdit>
  );
}

export function GenreCreate() {
  return (
    <Create title="New genre" redirect="list">
      <SimpleForm defaultValues={{ introduction: '', tags: [] }}>
        <GenreFields language={<LanguageInput />} />
      </SimpleForm>
    </Create>
  );
}

function GenreFields({ language }: { readonly language: ReactElement }) {
  return (
    <>
      <TextInput source="name" validate={required()} />
      {language}
      <TextInput source="introduction" parse={asText} multiline minRows={3} maxRows={12} helperText="Plain text" />
      <NamesInput source="tags" label="Tags" resource="tags" helperText="In the order shown on the genre's page" />
    </>
  );
}
