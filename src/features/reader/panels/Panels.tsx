import { lazy } from 'react';
import type { PanelProps } from '../island/panel.ts';
import type { Panel } from '../state/reader-panels.ts';
import { PanelFrame } from './PanelFrame.tsx';

/** Loads the component of a panel. */
const LOADERS = {
  toc: async () => ({ default: (await import('../contents/TableOfContents.tsx')).TableOfContents }),
  type: async () => ({ default: (await import('../type/TypePanel.tsx')).TypePanel }),
  more: async () => ({ default: (await import('./MorePanel.tsx')).MorePanel }),
  listen: async () => ({ default: (await import('../listen/ListenPanel.tsx')).ListenPanel }),
  marks: async () => ({ default: (await import('../marks/MarksPanel.tsx')).MarksPanel }),
  find: async () => ({ default: (await import('../find/FindPanel.tsx')).FindPanel }),
  keys: async () => ({ default: (await import('./KeysPanel.tsx')).KeysPanel }),
} as const;

/** The panels' components. Each is loaded when its panel is first opened. */
const PANELS = {
  toc: lazy(LOADERS.toc),
  type: lazy(LOADERS.type),
  more: lazy(LOADERS.more),
  listen: lazy(LOADERS.listen),
  marks: lazy(LOADERS.marks),
  find: lazy(LOADERS.find),
  keys: lazy(LOADERS.keys),
} as const;

/** Loads the panels that the bar opens. */
export const loadPanelsOfBar = () => Promise.all([LOADERS.toc(), LOADERS.type(), LOADERS.more()]);

/** Renders the open panel in its frame. */
export function Panels({ id, panel, ...props }: PanelProps & { readonly id: string; readonly panel: Panel }) {
  const Content = PANELS[panel];
  const { t } = props.island;
  return (
    <PanelFrame
      key={panel}
      id={id}
      name={panel}
      title={t(panel)}
      closeLabel={t('close')}
      waiting={<p className="reader-wait">{t('loading')}</p>}
    >
      <Content {...props} />
    </PanelFrame>
  );
}
