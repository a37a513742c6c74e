import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { compressPage } from '#src/publish/release/compression.ts';

/** This module runs in each thread of compress.ts. `workerData` is a list of files. */
const files: readonly string[] = workerData;
for (const file of files) {
  writeFileSync(file + ENCODING_SUFFIX.br, compressPage(readFileSync(file)));
}
