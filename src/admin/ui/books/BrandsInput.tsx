import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useInput } from 'react-admin';
import { useBrands } from '../ui/brands.tsx';

type Choice = 'keep' | 'all' | 'some';

/** The brands that offer a book: all (null), or a list of ids. */
export function BrandsInput({ isBulk = false }: { isBulk?: boolean }) {
  const { field, fieldState } = useInput({ source: 'brands', defaultValue: isBulk ? undefined : null });
  const ids = brandsOf(field.value, isBulk);
  const choice = choiceOf(ids, isBulk);
  return (
    <FormControl error={fieldState.invalid}>
      <FormLabel id="brands-label">Brands</FormLabel>
      <RadioGroup
        aria-labelledby="brands-label"
        value={choice}
        onChange={(_, to) => field.onChange(to === 'keep' ? '' : to === 'all' ? (isBulk ? ALL : null) : [])}
      >
        {isBulk && <FormControlLabel value="keep" control={<Radio />} label="Unchanged" />}
        <FormControlLabel value="all" control={<Radio />} label="All brands, including future ones" />
        <FormControlLabel value="some" control={<Radio />} label="Selected brands" />
      </RadioGroup>
      {choice === 'some' && <BrandBoxes ids={ids ?? []} onChange={field.onChange} />}
      {fieldState.error?.message && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}

/**
 * The brands in a value of the form. In a bulk edit, undefined means that they stay unchanged. react-admin stores both
 * undefined and null as an empty text, so all brands are stored as `ALL` there.
 */
export function brandsOf(value: unknown, isBulk: boolean): readonly string[] | null | undefined {
  if (Array.isArray(value)) return value;
  return isBulk && value !== ALL ? undefined : null;
}

/** The value of the form for all brands, in a bulk edit. */
const ALL = 'all';

function choiceOf(ids: readonly string[] | null | undefined, isBulk: boolean): Choice {
  if (ids === undefined && isBulk) return 'keep';
  return ids ? 'some' : 'all';
}

function BrandBoxes({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...ids, id] : ids.filter((selected) => selected !== id));
  return (
    <FormGroup sx={{ pl: 3, display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
      {useBrands().map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={name}
          control={<Checkbox checked={ids.includes(id)} onChange={(_, isOn) => toggle(id, isOn)} />}
        />
      ))}
      {ids.length === 0 && <FormHelperText>Select at least one brand.</FormHelperText>}
    </FormGroup>
  );
}
