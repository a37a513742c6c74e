import { AutocompleteInput, ReferenceInput } from 'react-admin';

interface Props {
  readonly source: string;
  readonly reference: 'authors' | 'genres' | 'tags' | 'keywords';
  readonly label: string;
}

/** A filter of a list by an author, genre, tag or keyword, which is found by its name. */
export function NameFilter({ source, reference, label }: Props) {
  return (
    <ReferenceInput source={source} reference={reference} sort={{ field: 'name', order: 'ASC' }}>
      <AutocompleteInput label={label} optionText="name" filterToQuery={(q: string) => ({ q })} />
    </ReferenceInput>
  );
}
