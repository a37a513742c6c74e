import type { PublishEnd, PublishProgress } from '#src/admin/contract/publish.ts';
import { getConfig } from '#src/config/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { reportedProgress } from '#src/publish/rebuild/index.ts';
import { type RebuiltBrand, rebuildChosen } from '../../rebuild/rebuild.ts';

/** Rebuilds a brand as `npm run rebuild -- --brand ID` does. */
export async function publishJob(brand: string, onProgress: (progress: PublishProgress) => void): Promise<PublishEnd> {
  let end: PublishEnd = { exitCode: EXIT.failure, report: null, message: '' };
  await rebuildChosen(
    brand,
    { mode: 'night' },
    {
      config: getConfig(process.env),
      log: createLog(),
      progress: reportedProgress(onProgress),
      onEnd: (rebuilt) => {
        end = endOf(rebuilt);
      },
    },
  );
  return end;
}

/** Returns the part of a rebuild's result that the admin page shows. */
export function endOf({ exitCode, report, error, unfinished }: RebuiltBrand): PublishEnd {
  const message = error === undefined ? (unfinished ?? '') : messageOf(error);
  if (report?.status !== 'published' && report?.status !== 'unchanged') return { exitCode, report: null, message };
  const { rendered, kept, removed } = report.pages;
  return { exitCode, report: { status: report.status, pages: { rendered, kept, removed } }, message };
}
