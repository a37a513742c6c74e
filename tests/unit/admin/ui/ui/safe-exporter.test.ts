import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { safely } from '#src/admin/ui/ui/safe-exporter.ts';

it('the exporter of lists removes formulas', async () => {
  const exporter = vi.fn();
  const records = [{ id: 1, text: '=HYPERLINK("https://evil.example")' }];
  await safely(exporter)(records, undefined as never, undefined as never, 'reports');
  expect(exporter.mock.calls).toEqual([
    [[{ id: 1, text: expect.stringMatching(/^'=HYPER/) }], undefined, undefined, 'reports'],
  ]);
});

it('every list of the admin uses the safe exporter or has no export', () => {
  const sources = globSync('src/admin/ui/*/**/*.tsx').filter((file) => !file.includes('node_modules'));
  const exporters = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/exporter=\{([^}]*)\}/g)].map(([, value]) => value),
  );
  expect(new Set(exporters)).toEqual(new Set(['false', 'safeExporter']));
});
