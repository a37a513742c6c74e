import { AutocompleteInput, ReferenceInput } from 'react-admin';

interface Props {
  readonly source: string;
  readonly reference: 'authors' | 'genres' | 'tags' | 'keywords';
  readonly label: string;
}

/** Filters a list by an author, genre, tag or keyword. The operator searches for it by name. */
export function NameFilter({ source, reference, label }: Props) {
  return (
    <ReferenceInput source={source} reference={reference} sort={{ field: 'name', order: 'ASC' }}>
      <AutocompleteInput label={label} optionText="name" filterToQuery={(q: string) => ({ q })} />
    </ReferenceInput>
  );
}
