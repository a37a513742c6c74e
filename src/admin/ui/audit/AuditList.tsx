import { DataTable, SearchInput, TextInput } from 'react-admin';
import type { AuditRecord } from '../../contract/records.ts';
import { choicesOf } from '../ui/choices.ts';
import { ago } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { changedFields } from './changed-fields.ts';
import { ACT_NAMES, KIND_NAMES } from './kind-names.ts';

const ACTS = choicesOf(ACT_NAMES);
const KINDS = choicesOf(KIND_NAMES);

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or user" />,
  <SelectInput key="kind" source="kind" label="Type" choices={KINDS} alwaysOn />,
  <SelectInput key="act" source="act" label="Action" choices={ACTS} />,
  <TextInput key="record" source="record" label="Record ID" />,
];

const Col = DataTable.Col<AuditRecord>;

const fieldsOf = ({ before, after }: AuditRecord) =>
  changedFields(before, after)
    .map(({ name }) => name)
    .join(', ');

/** Lists who changed what and when, newest first. */
export function AuditList() {
  return (
    <ResourceList<AuditRecord>
      filters={FILTERS}
      sort={{ field: 'id', order: 'DESC' }}
      rowClick="show"
      bulk={false}
      empty={{
        text: 'No changes yet',
        next: 'Every content change is listed here. Most can be undone.',
      }}
      phone={{
        primary: ({ kind, name }) => `${KIND_NAMES[kind]}: ${name}`,
        secondary: ({ who, at }) => `${who}, ${ago(at)}`,
        tertiary: ({ act }) => <StatusChip value={ACT_NAMES[act]} />,
      }}
    >
      <Col source="at" label="When" render={({ at }) => ago(at)} />
      <Col source="who" label="User" />
      <Col source="act" label="Action" render={({ act }) => <StatusChip value={ACT_NAMES[act]} />} />
      <Col source="kind" label="Type" render={({ kind }) => KIND_NAMES[kind]} />
      <Col source="name" />
      <Col label="Changed fields" disableSort render={(entry) => (entry.act === 'change' ? fieldsOf(entry) : '')} />
    </ResourceList>
  );
}
