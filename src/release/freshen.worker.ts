import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { type FreshenOrder, freshenSpare } from './freshen.ts';
import { openRelease } from './reader.ts';

const { releases, live }: FreshenOrder = workerData;
const release = openRelease(join(releases, live));
await freshenSpare(releases, release);
release.close();
