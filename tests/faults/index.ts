import { ACCOUNTS_FAULTS } from './accounts.ts';
import type { Fault } from './fault.ts';
import { LIBRARY_FAULTS } from './library.ts';
import { MARKS_FAULTS } from './marks.ts';
import { MESSAGES_FAULTS } from './messages.ts';
import { NOTEBOOK_FAULTS } from './notebook.ts';
import { OFFLINE_FAULTS } from './offline.ts';
import { PROXY_FAULTS } from './proxy.ts';
import { READER_FAULTS } from './reader.ts';
import { REBUILD_FAULTS } from './rebuild.ts';
import { SERVER_FAULTS } from './server.ts';

/** By area: what `npm run faults -- --only` takes. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  accounts: ACCOUNTS_FAULTS,
  server: SERVER_FAULTS,
  library: LIBRARY_FAULTS,
  marks: MARKS_FAULTS,
  messages: MESSAGES_FAULTS,
  notebook: NOTEBOOK_FAULTS,
  offline: OFFLINE_FAULTS,
  proxy: PROXY_FAULTS,
  reader: READER_FAULTS,
  rebuild: REBUILD_FAULTS,
};
