import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList, useInput } from 'react-admin';
import type { NameRecord } from '../../contract/records.ts';
import { useLanguageFilter } from './languages.tsx';

interface Props {
  readonly source: string;
  readonly label: string;
  /** Resource whose names are suggested. */
  readonly resource: 'genres' | 'tags' | 'keywords';
  readonly helperText?: string;
}

const PAGE = { pagination: { page: 1, perPage: 12 }, sort: { field: 'name', order: 'ASC' } } as const;

/** A list of names. Existing names of the record's language are suggested; Enter adds a new one. */
export function NamesInput({ source, label, resource, helperText }: Props) {
  const { field, fieldState, id } = useInput({ source, defaultValue: [] });
  const [typed, setTyped] = useState('');
  const filter = { ...useLanguageFilter(), ...(typed === '' ? {} : { q: typed }) };
  const { data } = useGetList<NameRecord>(resource, { ...PAGE, filter });
  return (
    <Autocomplete
      multiple
      freeSolo
      id={id}
      value={field.value ?? []}
      options={[...new Set((data ?? []).map(({ name }) => name))]}
      filterSelectedOptions
      onChange={(_, names: string[]) => field.onChange([...new Set(names.map((name) => name.trim()).filter(Boolean))])}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? helperText ?? 'Press Enter to add a name'}
        />
      )}
    />
  );
}
