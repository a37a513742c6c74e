import { Toast } from '#src/shell/island/Messages.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { ShareControl, type ShareControlProps } from './ShareControl.tsx';

/** `texts` contains texts of the area `novel`. */
export interface ShareButtonProps extends IslandProps, Omit<ShareControlProps, 't'> {}

/** The share button alone, for pages without other actions. */
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
