import { $reader, $vertical, READER } from '#src/stores/local.ts';
import { changeReader } from '#src/stores/movement.ts';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { Switch } from '../panels/Fields.tsx';

/** Columns from the right are turned page by page: choosing them chooses pages, and who scrolls reads lines. */
export function VerticalSwitch({ t }: { readonly t: AreaT<'reader'> }) {
  const { flow } = useStored($reader, READER);
  const on = useStored($vertical, false) && flow === 'pages';
  const choose = (vertical: boolean) => {
    $vertical.set(vertical);
    if (vertical) changeReader({ flow: 'pages' });
  };
  return <Switch label={t('vertical')} on={on} onChange={choose} />;
}
