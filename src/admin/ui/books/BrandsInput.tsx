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
  const { field, fieldState } = useInput({ source: 'brands', ...(isBulk ? {} : { defaultValue: null }) });
  const ids = field.value as readonly string[] | null | undefined;
  const choice = choiceOf(ids, isBulk);
  return (
    <FormControl error={fieldState.invalid}>
      <FormLabel id="brands-label">Brands</FormLabel>
      <RadioGroup
        aria-labelledby="brands-label"
        value={choice}
        onChange={(_, to) => field.onChange(to === 'keep' ? undefined : to === 'all' ? null : [])}
      >
        {isBulk && <FormControlLabel value="keep" control={<Radio />} label="Do not change" />}
        <FormControlLabel value="all" control={<Radio />} label="All brands, including future ones" />
        <FormControlLabel value="some" control={<Radio />} label="Selected brands" />
      </RadioGroup>
      {choice === 'some' && <BrandBoxes ids={ids ?? []} onChange={field.onChange} />}
      {fieldState.error?.message && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}

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
