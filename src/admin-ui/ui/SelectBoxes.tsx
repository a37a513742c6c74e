import Checkbox from '@mui/material/Checkbox';
import { type RaRecord, useListContext, useRecordContext } from 'react-admin';

/** Chooses the record of a row. The input itself is labelled, which react-admin's own box leaves out. */
export function SelectRowBox() {
  const record = useRecordContext();
  const { selectedIds, onToggleItem } = useListContext();
  if (!record) return null;
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      // The row itself opens the record.
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(record.id)}
      slotProps={{ input: { 'aria-label': `Select ${nameOf(record)}` } }}
    />
  );
}

const nameOf = ({ title, name, email, id }: RaRecord) => title ?? name ?? email ?? id;

/** Chooses all rows of the page, or none. */
export function SelectPageBox() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id)).length;
  return (
    <Checkbox
      size="small"
      checked={chosen > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      onChange={(_, isOn) => onSelect(isOn ? ids : [])}
      slotProps={{ input: { 'aria-label': 'Select all on this page' } }}
    />
  );
}
