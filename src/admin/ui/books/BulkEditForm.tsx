import MuiButton from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { Form, NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { choicesOf } from '../ui/choices.ts';
import { LanguageFilter } from '../ui/languages.tsx';
import { NamesInput } from '../ui/NamesInput.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { BrandsInput, brandsOf } from './BrandsInput.tsx';
import { BOOK_STATES } from './book-states.ts';
import { type BulkValues, isAnyChosen, LISTS, type ListAct } from './bulk-changes.ts';
import { CategoryInput } from './CategoryInput.tsx';

interface Props {
  readonly values: BulkValues;
  /** Section of all books, or undefined if they are in several languages. */
  readonly section: number | undefined;
  readonly onReview: (values: BulkValues) => void;
  readonly onCancel: () => void;
}

/** Shows the option without a value as "Unchanged". */
const UNCHANGED = {
  emptyText: 'Unchanged',
  helperText: false,
  slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } },
} as const;

/** Scheduling needs a date per book, so it is not offered. */
const STATES = choicesOf({ draft: 'Draft, hidden from visitors', published: 'Published' });
const LIST_ACTS = choicesOf<ListAct>({ add: 'Add', remove: 'Remove', replace: 'Replace all' });
const LABELS = { genres: 'Genres', tags: 'Tags', keywords: 'Keywords' };

/** The fields that a bulk edit can change. Each is "Unchanged" until a value is chosen. */
export function BulkEditForm({ values, section, onReview, onCancel }: Props) {
  return (
    <Form
      defaultValues={{ ...values, ...(values.brands === null && { brands: 'all' }) }}
      onSubmit={(chosen: Record<string, unknown>) => onReview(chosenIn(chosen))}
    >
      <DialogContent dividers>
        <SelectInput source="status" label="Status" choices={BOOK_STATES} {...UNCHANGED} />
        <SelectInput source="state" label="Visibility" choices={STATES} {...UNCHANGED} />
        <LanguageFilter {...UNCHANGED} />
        <CategoryInput section={section} placeholder={PLACEHOLDER.placeholder} />
        {LISTS.map((name) => (
          <ListChange key={name} name={name} />
        ))}
        <NumberInput source="hot" label="Sort weight" min={0} helperText={false} {...PLACEHOLDER} />
        <BrandsInput isBulk />
      </DialogContent>
      <Actions onCancel={onCancel} />
    </Form>
  );
}

const PLACEHOLDER = { placeholder: 'Unchanged', slotProps: { inputLabel: { shrink: true } } };

function ListChange({ name }: { name: (typeof LISTS)[number] }) {
  const act: unknown = useWatch({ name: `${name}_act` });
  return (
    <>
      <SelectInput source={`${name}_act`} label={LABELS[name]} choices={LIST_ACTS} {...UNCHANGED} />
      {typeof act === 'string' && act !== '' && (
        <NamesInput
          source={name}
          label={`${LABELS[name]} to ${act === 'replace' ? 'set' : act}`}
          resource={name}
          helperText={
            act === 'replace'
              ? 'Press Enter to add a name. Without names, the list is emptied.'
              : 'Press Enter to add a name'
          }
        />
      )}
    </>
  );
}

function Actions({ onCancel }: { onCancel: () => void }) {
  const chosen = chosenIn(useWatch());
  const isIncomplete = chosen.brands?.length === 0;
  return (
    <DialogActions>
      <MuiButton onClick={onCancel}>Cancel</MuiButton>
      <MuiButton type="submit" variant="contained" disabled={isIncomplete || !isAnyChosen(chosen)}>
        Review changes
      </MuiButton>
    </DialogActions>
  );
}

function chosenIn({ brands: value, ...values }: Readonly<Record<string, unknown>>): BulkValues {
  const brands = brandsOf(value, true);
  return brands === undefined ? values : { ...values, brands };
}
