import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { SiteColours } from '../../contract/first-screen.ts';
import { contrastHint } from './contrast-hint.ts';

interface Props {
  readonly value: string;
  readonly colours: SiteColours | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

const NO_COLOUR = '#808080';

/** The colour of the site, with the browser's colour picker and a sample of the header. */
export function ColourField({ value, colours, problem, onChange }: Props) {
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label="Choose a colour"
        value={colours?.given ?? NO_COLOUR}
        onChange={({ target }: { target: HTMLInputElement }) => onChange(target.value)}
        sx={{ width: 36, height: 28, p: 0, border: 0, background: 'none', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  return (
    <div>
      <TextField
        name="colour"
        label="Colour"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        required
        error={problem !== undefined}
        helperText={problem ?? 'Such as #7a3cff or teal'}
        slotProps={{ inputLabel: { shrink: true }, input: { startAdornment: picker } }}
      />
      {colours && problem === undefined && <ColourSample colours={colours} />}
    </div>
  );
}

function ColourSample({ colours }: { colours: SiteColours }) {
  const { header, headerText, theme } = colours;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mt: 0.5 }}>
      <Box
        aria-hidden
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, py: 0.75, borderRadius: 1, fontWeight: 600 }}
        style={{ backgroundColor: header, color: headerText }}
      >
        Header
        <Box sx={{ width: 16, height: 16, borderRadius: '50%' }} style={{ backgroundColor: theme }} />
      </Box>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1, minWidth: 200 }}>
        {contrastHint(colours)}
      </Typography>
    </Box>
  );
}
