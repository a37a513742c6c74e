import { Toast } from '../ui/Messages.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { ShareControl, type ShareControlProps } from './ShareControl.tsx';

/** Texts: area `novel`. */
export interface ShareButtonProps extends IslandProps, Omit<ShareControlProps, 't'> {}

/** Sharing alone, on pages that offer nothing else beside it. */
export function ShareButton(props: ShareButtonProps) {
  const { t } = useIsland<'novel'>(props);
  const { locale: _locale, apiPrefix: _prefix, texts: _texts, ...shared } = props;
  return (
    <>
      <ShareControl t={t} {...shared} />
      <Toast />
    </>
  );
}
