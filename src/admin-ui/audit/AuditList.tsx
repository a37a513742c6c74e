import { DataTable, SearchInput, SelectInput, TextInput } from 'react-admin';
import type { AuditRecord } from '../records.ts';
import { ago } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { changedFields } from './changed-fields.ts';

const ACTS = ['add', 'change', 'delete'].map((id) => ({ id, name: id }));
const KINDS = [
  'book',
  'chapter',
  'author',
  'tag',
  'keyword',
  'genre',
  'ranking',
  'shelf',
  'banner',
  'help event',
  'report',
].map((id) => ({ id, name: id }));

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name, or who" />,
  <SelectInput key="kind" source="kind" choices={KINDS} alwaysOn />,
  <SelectInput key="act" source="act" choices={ACTS} />,
  <TextInput key="record" source="record" label="Number of the record" />,
];

const Col = DataTable.Col<AuditRecord>;

const fieldsOf = ({ before, after }: AuditRecord) =>
  changedFields(before, after)
    .map(({ name }) => name)
    .join(', ');

/** Who changed what and when, the newest first. */
export function AuditList() {
  return (
    <ResourceList<AuditRecord>
      filters={FILTERS}
      sort={{ field: 'id', order: 'DESC' }}
      rowClick="show"
      bulk={false}
      empty={{
        text: 'Nothing has been changed yet',
        next: 'Every change of content stands here, and can be taken back.',
      }}
      phone={{
        primary: ({ kind, name }) => `${kind}: ${name}`,
        secondary: ({ who, at }) => `${who}, ${ago(at)}`,
        tertiary: ({ act }) => <StatusChip value={act} />,
      }}
    >
      <Col source="at" label="When" render={({ at }) => ago(at)} />
      <Col source="who" />
      <Col source="act" render={({ act }) => <StatusChip value={act} />} />
      <Col source="kind" />
      <Col source="name" />
      <Col label="Fields" disableSort render={(entry) => (entry.act === 'change' ? fieldsOf(entry) : '')} />
    </ResourceList>
  );
}
