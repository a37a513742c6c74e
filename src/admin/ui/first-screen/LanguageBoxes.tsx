import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Typography from '@mui/material/Typography';
import { LOCALES } from '../../../contract/locales.ts';
import type { FoundBooks } from '../../contract/first-screen.ts';
import { localeName } from '../settings/locale-name.ts';
import { counted } from '../ui/format.ts';
import { missingLanguages } from './missing-languages.ts';

interface Props {
  readonly value: readonly string[];
  readonly found: FoundBooks | null;
  readonly onChange: (codes: readonly string[]) => void;
}

const CODES: readonly string[] = Object.keys(LOCALES);

/** Selects the languages of the site. English comes first and cannot be removed. */
export function LanguageBoxes({ value, found, onChange }: Props) {
  const chosen = new Set(['en', ...value]);
  const set = (codes: Iterable<string>) => {
    const wanted = new Set(codes);
    onChange(CODES.filter((code) => wanted.has(code)));
  };
  const missing = missingLanguages(found, [...chosen]);
  const count = missing.reduce((sum, { books }) => sum + books, 0);
  const names = missing.map(({ code }) => localeName(code)).join(', ');
  return (
    <section aria-labelledby="setup-languages">
      <Typography id="setup-languages" variant="h6" component="h2">
        Languages
      </Typography>
      <Typography variant="body2" color="textSecondary">
        A language without books is simply empty. The interface is translated into all of them.
      </Typography>
      <FormGroup row>
        {CODES.map((code) => (
          <FormControlLabel
            key={code}
            label={<span lang={LOCALES[code as keyof typeof LOCALES].tag}>{localeName(code)}</span>}
            control={
              <Checkbox
                checked={chosen.has(code)}
                disabled={code === 'en'}
                onChange={({ target }) =>
                  set(target.checked ? [...chosen, code] : [...chosen].filter((one) => one !== code))
                }
              />
            }
            sx={{ width: { xs: '46%', sm: '30%' } }}
          />
        ))}
      </FormGroup>
      {count > 0 && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={() => set([...chosen, ...missing.map(({ code }) => code)])}>
              Add
            </Button>
          }
        >
          {counted(count, 'book')} would not be shown, because the site lacks {count === 1 ? 'its' : 'their'} language:{' '}
          {names}
        </Alert>
      )}
    </section>
  );
}
