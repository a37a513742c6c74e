import { lazy, Suspense } from 'react';
import type { PanelProps } from '../island/panel.ts';
import type { Panel } from '../state/reader-panels.ts';
import { PanelFrame } from './PanelFrame.tsx';

/** The panels' components. Each is loaded when its panel is first opened. */
const PANELS = {
  toc: lazy(async () => ({ default: (await import('../contents/TableOfContents.tsx')).TableOfContents })),
  type: lazy(async () => ({ default: (await import('../type/TypePanel.tsx')).TypePanel })),
  more: lazy(async () => ({ default: (await import('./MorePanel.tsx')).MorePanel })),
  listen: lazy(async () => ({ default: (await import('../listen/ListenPanel.tsx')).ListenPanel })),
  marks: lazy(async () => ({ default: (await import('../marks/MarksPanel.tsx')).MarksPanel })),
  find: lazy(async () => ({ default: (await import('../find/FindPanel.tsx')).FindPanel })),
  keys: lazy(async () => ({ default: (await import('./KeysPanel.tsx')).KeysPanel })),
} as const;

/** Renders the open panel in its frame. */
export function Panels({ id, panel, ...props }: PanelProps & { readonly id: string; readonly panel: Panel }) {
  const Content = PANELS[panel];
  const { t } = props.island;
  return (
    <PanelFrame key={panel} id={id} name={panel} title={t(panel)} closeLabel={t('close')}>
      <Suspense fallback={<p className="reader-wait">{t('loading')}</p>}>
        <Content {...props} />
      </Suspense>
    </PanelFrame>
  );
}
