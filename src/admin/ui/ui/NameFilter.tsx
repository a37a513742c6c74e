import { AutocompleteInput, ReferenceInput } from 'react-admin';
import { useLanguageFilter } from './languages.tsx';

interface Props {
  readonly source: string;
  readonly reference: 'authors' | 'genres' | 'tags' | 'keywords';
  readonly label: string;
}

/**
 * Filters a list by an author, genre, tag or keyword. If the list is also filtered by language, only names of this
 * language are offered.
 */
export function NameFilter({ source, reference, label }: Props) {
  return (
    <ReferenceInput
      source={source}
      reference={reference}
      filter={useLanguageFilter()}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <AutocompleteInput label={label} optionText="name" filterToQuery={(q: string) => ({ q })} />
    </ReferenceInput>
  );
}
