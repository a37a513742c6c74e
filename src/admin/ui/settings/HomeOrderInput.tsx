import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useInput } from 'react-admin';
import { RowButtons } from './RowButtons.tsx';

const PARTS: Readonly<Record<string, string>> = {
  shelf: 'Next shelf',
  shelves: 'All other shelves',
  genres: 'Genres',
  ranking: 'Ranking',
  tags: 'Tags',
  keywords: 'Keywords',
};

/** The order of the parts of the home page. Without an order, the site's usual one applies. */
export function HomeOrderInput() {
  const { field, fieldState } = useInput({ source: 'homeOrder', defaultValue: null });
  // react-admin passes '' for null.
  const order: readonly string[] = Array.isArray(field.value) ? field.value : [];
  const put = (parts: readonly string[]) => field.onChange(parts.length === 0 ? null : parts);
  const available = Object.keys(PARTS).filter((part) => part === 'shelf' || !order.includes(part));
  return (
    <Box sx={{ width: '100%', maxWidth: 480 }}>
      {order.map((part, index) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: a part can occur several times
          key={index}
          direction="row"
          sx={{ alignItems: 'center', justifyContent: 'space-between', borderBottom: 1, borderColor: 'divider' }}
        >
          <Typography>{PARTS[part] ?? part}</Typography>
          <RowButtons rows={order} index={index} name={`${PARTS[part] ?? part} (${index + 1})`} onChange={put} />
        </Stack>
      ))}
      <TextField
        select
        label="Add a part of the home page"
        value=""
        onChange={({ target }) => put([...order, target.value])}
        sx={{ mt: 2 }}
      >
        {available.map((part) => (
          <MenuItem key={part} value={part}>
            {PARTS[part]}
          </MenuItem>
        ))}
      </TextField>
      {fieldState.error?.message && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}
