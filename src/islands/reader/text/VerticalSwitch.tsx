import { $readerSettings, $vertical, DEFAULT_READER_SETTINGS } from '#src/stores/local-storage.ts';
import { changeReaderSettings } from '#src/stores/reading-state.ts';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { Switch } from '../panels/Fields.tsx';

/** Vertical text needs pages: choosing it chooses pages too. A scrolled text always has horizontal lines. */
export function VerticalSwitch({ t }: { readonly t: AreaT<'reader'> }) {
  const { flow } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  const on = useStored($vertical, false) && flow === 'pages';
  const choose = (vertical: boolean) => {
    $vertical.set(vertical);
    if (vertical) changeReaderSettings({ flow: 'pages' });
  };
  return <Switch label={t('vertical')} on={on} onChange={choose} />;
}
