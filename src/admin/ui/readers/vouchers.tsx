import {
  AutocompleteInput,
  Create,
  DataTable,
  NumberInput,
  ReferenceInput,
  required,
  SearchInput,
  SimpleForm,
  TextInput,
} from 'react-admin';
import type { VoucherRecord } from '../../contract/records.ts';
import { day, number } from '../ui/format.ts';
import { MomentInput } from '../ui/MomentInput.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';

const FILTERS = [<SearchInput key="q" source="q" alwaysOn placeholder="Email or name" />];

const Col = DataTable.Col<VoucherRecord>;

const usedFor = ({ used_on }: VoucherRecord) => used_on?.title ?? 'unused';

export function VoucherList() {
  return (
    <ResourceList<VoucherRecord>
      filters={FILTERS}
      sort={{ field: 'expires_at', order: 'DESC' }}
      rowClick={false}
      empty={{ text: 'No vouchers yet', next: 'A voucher gives a visitor coins to unlock chapters.' }}
      phone={{ primary: ({ name }) => name, secondary: ({ email }) => email, tertiary: ({ coins }) => number(coins) }}
    >
      <Col source="name" />
      <Col source="email" label="Visitor" />
      <DataTable.NumberCol source="coins" />
      <Col source="used_on" label="Used for" render={usedFor} />
      <Col source="expires_at" label="Valid until" render={({ expires_at }) => day(expires_at)} />
    </ResourceList>
  );
}

export function VoucherCreate() {
  return (
    <Create title="New voucher" redirect="list">
      <SimpleForm defaultValues={{ coins: 10 }}>
        <ReferenceInput source="user_id" reference="visitors">
          <AutocompleteInput
            label="Visitor"
            optionText="email"
            filterToQuery={(q: string) => ({ q })}
            validate={required()}
          />
        </ReferenceInput>
        <TextInput source="name" validate={required()} helperText="Shown to the visitor, for example “Welcome”" />
        <NumberInput source="coins" min={1} validate={required()} />
        <MomentInput source="expires_at" label="Valid until" validate={required()} />
      </SimpleForm>
    </Create>
  );
}
