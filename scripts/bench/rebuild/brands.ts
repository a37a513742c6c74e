import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#src/commands/run-script.ts';
import { type BenchRow, rowWithoutPeer } from '../report.ts';
import { BRAND, startLectern } from './lectern.ts';
import { logStep } from './measure.ts';
import type { Workspace } from './workspace.ts';

const PAGES = 2_000;
const MAX_SECONDS = 60;

/**
 * Rebuilds all brands except the development brand, one after another: first completely, then after 1 % of the pages
 * have changed.
 */
export async function brandRows(workspace: Workspace, pages = PAGES): Promise<BenchRow[]> {
  const brands = join(workspace.folder, 'brands');
  await cp(join(ROOT, 'brands'), brands, {
    recursive: true,
    filter: (source) => source !== join(ROOT, 'brands', BRAND),
  });
  const lectern = await startLectern(workspace, pages, brands);
  try {
    logStep('first night of all brands');
    const first = await lectern.rebuildAll(['--brand', 'all']);
    await lectern.change(0.01);
    logStep('second night, 1 % changed');
    const second = await lectern.rebuildAll(['--brand', 'all']);
    const total = second.reports.reduce((sum, { pages: { total: one } }) => sum + one, 0);
    return [
      rowWithoutPeer(`brands: pages of ${second.reports.length} brands`, total, 'pages'),
      rowWithoutPeer('brands: first night', first.seconds, 's'),
      rowWithoutPeer(
        'brands: second night, 1 % changed',
        second.seconds,
        's',
        pages >= PAGES ? MAX_SECONDS : undefined,
      ),
      rowWithoutPeer('brands: peak memory', Math.max(first.peakMiB, second.peakMiB), 'MiB'),
    ];
  } finally {
    await lectern.close();
  }
}
