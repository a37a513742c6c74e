import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readerSettings, $vertical, DEFAULT_READER_SETTINGS } from '#src/shell/state/local-storage.ts';
import { changeReaderSettings } from '../state/reader-settings.ts';
import { Switch } from '../type/Fields.tsx';

/**
 * The switch for vertical text. Vertical text requires paginated mode, so turning it on also turns on this mode.
 * Scrolled text is always horizontal.
 */
export function VerticalSwitch({ t }: { readonly t: AreaT<'reader'> }) {
  const { flow } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  const on = useStored($vertical, false) && flow === 'pages';
  const choose = (vertical: boolean) => {
    $vertical.set(vertical);
    if (vertical) changeReaderSettings({ flow: 'pages' });
  };
  return <Switch label={t('vertical')} on={on} onChange={choose} />;
}
