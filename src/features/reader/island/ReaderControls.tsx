import { lazy, Suspense, useEffect, useId, useLayoutEffect } from 'react';
import { prefetchWhenIdle } from '#src/lib/prefetch.ts';
import { Notification, Toast } from '#src/shell/island/Messages.tsx';
import { useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $bgNight } from '#src/shell/state/local-storage.ts';
import { $navigationBar, $panel } from '../state/reader-panels.ts';
import { FurthestPrompt } from './FurthestPrompt.tsx';
import { LazyTextTools } from './LazyTextTools.tsx';
import { OtherDevicePrompt } from './OtherDevicePrompt.tsx';
import type { PanelProps } from './panel.ts';
import type { ReaderControlsProps } from './props.ts';
import { ReaderBar } from './ReaderBar.tsx';
import { Counter } from './Status.tsx';
import { useAppearance } from './use-appearance.ts';
import { useReader } from './use-reader.ts';

const loadPanels = () => import('../panels/Panels.tsx');
const Panels = lazy(async () => ({ default: (await loadPanels()).Panels }));

/**
 * The bars and panels around a chapter. A tap on the text toggles the bars. The links in the bars work before the
 * island has loaded.
 */
export function ReaderControls(props: ReaderControlsProps) {
  const island = useIsland<'reader'>(props);
  const { book, language, apiPrefix, chapterCount, lookup } = props;
  const bar = useStored($navigationBar, false);
  const panel = useStored($panel, null);
  const night = useAppearance(useStored($bgNight, null));
  const id = useId();

  const panelProps: PanelProps = { island, book, language, apiPrefix, chapterCount, lookup };

  useReader({ ...props, night, island });
  useEffect(() => prefetchWhenIdle(async () => (await loadPanels()).loadPanelsOfBar()), []);
  // Sets attributes for CSS rules outside the controls, because Firefox 115 does not support `:has()`.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-bar', bar);
    document.documentElement.toggleAttribute('data-panel', panel !== null);
  }, [bar, panel]);

  return (
    <div
      className="reader-controls"
      suppressHydrationWarning
      data-bar={bar}
      data-open={bar || panel !== null}
      data-panel={panel ?? undefined}
    >
      <Notification />
      <Counter t={island.t} />
      <ReaderBar {...props} island={island} night={night} panel={panel} panelId={id} />
      <Toast />
      <OtherDevicePrompt island={island} language={language} />
      <FurthestPrompt island={island} language={language} />
      <LazyTextTools {...panelProps} />
      {panel !== null && (
        <Suspense fallback={null}>
          <Panels {...panelProps} id={id} panel={panel} />
        </Suspense>
      )}
    </div>
  );
}
