import FormHelperText from '@mui/material/FormHelperText';
import { number } from '../../ui/format.ts';

export function WordCount({ words }: { words: number }) {
  return (
    <FormHelperText sx={{ mx: 1.5, my: 0.75 }}>
      {words === 1 ? '1 word' : `${number(words)} words`}. Alt+F10 moves to the toolbar, Tab leaves the text.
    </FormHelperText>
  );
}
