import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { FieldTitle, useInput, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Answer, BookCategory } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';
import { useChosenSection } from '../ui/languages.tsx';

/** The categories of a language; none while they load, or without a language. */
function useCategories(section: number | undefined): readonly BookCategory[] {
  const { data } = useQuery({
    queryKey: ['book-categories', section],
    queryFn: () => call<Answer<readonly BookCategory[]>>(`book-categories?section=${section}`),
    enabled: section !== undefined,
    staleTime: 60_000,
  });
  return data?.data ?? [];
}

interface Props {
  readonly validate?: Validator;
  readonly placeholder?: string;
  /** Language of the suggestions if the form has selected none. */
  readonly section?: number | undefined;
}

/** The category of a book. Suggests the categories of the language; any other name creates a category. */
export function CategoryInput({ section, ...props }: Props) {
  const categories = useCategories(useChosenSection() ?? section);
  return <SuggestedText source="category" label="Category" options={categories.map(({ name }) => name)} {...props} />;
}

/** The subcategory of a book. Suggests those of the selected category. */
export function SubCategoryInput() {
  const categories = useCategories(useChosenSection());
  const category: unknown = useWatch({ name: 'category' });
  const options = categories.find(({ name }) => name === category)?.subs ?? [];
  return <SuggestedText source="sub_category" label="Subcategory" options={options} />;
}

interface SuggestedTextProps extends Omit<Props, 'section'> {
  readonly source: string;
  readonly label: string;
  readonly options: readonly string[];
}

/** A text with suggestions. */
function SuggestedText({ source, label, options, validate, placeholder }: SuggestedTextProps) {
  const { field, fieldState, id, isRequired } = useInput({ source, ...(validate && { validate }) });
  const text = typeof field.value === 'string' ? field.value : '';
  return (
    <Autocomplete
      freeSolo
      id={id}
      // As the value is always the typed text, opening the list shows all options, and typing filters them.
      value={text === '' ? null : text}
      inputValue={text}
      options={[...new Set(options)]}
      onInputChange={(_, typed) => field.onChange(typed)}
      onBlur={field.onBlur}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          slotProps={{
            ...slotProps,
            inputLabel: { ...slotProps.inputLabel, ...(placeholder !== undefined && { shrink: true }) },
          }}
          label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
          placeholder={placeholder}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? (placeholder === undefined ? ' ' : undefined)}
        />
      )}
    />
  );
}
