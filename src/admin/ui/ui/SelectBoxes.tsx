import Checkbox from '@mui/material/Checkbox';
import { type RaRecord, useListContext, useRecordContext } from 'react-admin';

/** Selects the record of a row. Unlike in react-admin's checkbox, the input itself has a label. */
export function SelectRowBox() {
  const record = useRecordContext();
  const { selectedIds, onToggleItem } = useListContext();
  if (!record) return null;
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      // Otherwise the click would also reach the row, which opens the record.
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(record.id)}
      slotProps={{ input: { 'aria-label': `Select ${nameOf(record)}` } }}
    />
  );
}

const nameOf = ({ title, name, email, id }: RaRecord) => title ?? name ?? email ?? id;

/** Selects all rows of the page, or none. */
export function SelectPageBox() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const selectedCount = ids.filter((id) => selectedIds.includes(id)).length;
  return (
    <Checkbox
      size="small"
      checked={selectedCount > 0 && selectedCount === ids.length}
      indeterminate={selectedCount > 0 && selectedCount < ids.length}
      onChange={(_, isOn) => onSelect(isOn ? ids : [])}
      slotProps={{ input: { 'aria-label': 'Select all on this page' } }}
    />
  );
}
