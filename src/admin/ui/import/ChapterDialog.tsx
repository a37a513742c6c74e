import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import type { ChapterKind } from '../../contract/imports.ts';
import { choicesOf } from '../ui/choices.ts';
import { counted } from '../ui/format.ts';
import { changed, moved, type Plan, partAround, partRenamed } from './plan.ts';

interface Props {
  readonly plan: Plan;
  readonly place: number;
  readonly onClose: () => void;
  /** @param place position of the chapter in the new plan */
  readonly onSave: (plan: Plan, what: string, place: number) => void;
}

const KINDS = choicesOf<ChapterKind>({ chapter: 'Chapter (numbered)', section: 'Section (not numbered)' });

/** Edits part, kind and position of a chapter. */
export function ChapterDialog({ plan, place, onClose, onSave }: Props) {
  const chapter = plan[place];
  const [part, setPart] = useState(chapter?.part ?? '');
  const [isWholePart, setWholePart] = useState(true);
  const [kind, setKind] = useState<ChapterKind>(chapter?.kind ?? 'chapter');
  const [position, setPosition] = useState(String(place + 1));
  if (!chapter) return null;
  const { start, end } = partAround(plan, place);
  const to = Number(position) - 1;
  const isValid = Number.isInteger(to) && to >= 0 && to < plan.length;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    const name = part.trim() || null;
    const inPart =
      isWholePart && end - start > 1 ? partRenamed(plan, place, name) : changed(plan, place, { part: name });
    const edited = changed(inPart, place, { kind });
    onSave(to === place ? edited : moved(edited, place, to), `Changed “${chapter.title}”`, to);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="chapter-dialog-title">
      <DialogTitle id="chapter-dialog-title" sx={{ overflowWrap: 'anywhere' }}>
        {chapter.title || `Chapter ${place + 1}`}
      </DialogTitle>
      <form onSubmit={save} noValidate>
        <DialogContent sx={{ pt: 0 }}>
          <TextField
            label="Part"
            value={part}
            onChange={({ target }) => setPart(target.value)}
            helperText="Leave empty if the chapter belongs to no part"
          />
          {end - start > 1 && (
            <FormControlLabel
              control={<Checkbox checked={isWholePart} onChange={(_, isOn) => setWholePart(isOn)} />}
              label={
                chapter.part === null
                  ? `Apply to all ${counted(end - start, 'adjacent chapter')} without a part`
                  : `Apply to all ${counted(end - start, 'chapter')} of this part`
              }
            />
          )}
          <TextField select label="Kind" value={kind} onChange={({ target }) => setKind(target.value as ChapterKind)}>
            {KINDS.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Position"
            type="number"
            value={position}
            error={!isValid}
            onChange={({ target }) => setPosition(target.value)}
            helperText={`From 1 to ${plan.length}`}
            slotProps={{ htmlInput: { min: 1, max: plan.length } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!isValid}>
            Apply
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
