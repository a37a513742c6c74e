import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { localeName } from './locale-name.ts';

type Groups = readonly (readonly string[])[];

/** Words with the same meaning in one language: one group per line, with commas between the words. */
export function SynonymsInput({ language }: { language: string }) {
  const { field, fieldState } = useInput({ source: `searchSynonyms.${language}`, defaultValue: null });
  // react-admin passes '' for null.
  const stored = textOf(Array.isArray(field.value) ? field.value : null);
  const [typed, setTyped] = useState(stored);
  // The typed text may differ in spaces and empty lines. It is replaced when the form loads other values.
  const text = textOf(groupsOf(typed)) === stored ? typed : stored;
  return (
    <TextField
      label={`Synonyms in ${localeName(language)}`}
      placeholder="sci-fi, science fiction"
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        field.onChange(groupsOf(target.value));
      }}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      multiline
      minRows={2}
      maxRows={12}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { lang: language, dir: 'auto' } }}
    />
  );
}

const textOf = (groups: Groups | null): string => (groups ?? []).map((group) => group.join(', ')).join('\n');

function groupsOf(text: string): Groups | null {
  const groups = text
    .split('\n')
    .map((line) =>
      line
        .split(/[,，、]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .filter((group) => group.length > 0);
  return groups.length === 0 ? null : groups;
}
