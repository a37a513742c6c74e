import { DataTable } from 'react-admin';
import type { BrandSettingsRecord } from '../../contract/brand-settings.ts';
import { moment } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';

const Col = DataTable.Col<BrandSettingsRecord>;

const changedText = ({ updated_at }: BrandSettingsRecord) =>
  updated_at === null ? 'Only from its folder' : moment(updated_at);

export function BrandSettingsList() {
  return (
    <ResourceList<BrandSettingsRecord>
      bulk={false}
      exporter={false}
      empty={{ text: 'No brands yet', next: 'Create one with npm run brand -- new.' }}
      phone={{ primary: ({ name }) => name, secondary: ({ id }) => id, tertiary: changedText }}
    >
      <Col source="name" disableSort />
      <Col source="id" label="Folder" disableSort />
      <Col source="updated_at" label="Changed here" disableSort render={changedText} />
    </ResourceList>
  );
}
