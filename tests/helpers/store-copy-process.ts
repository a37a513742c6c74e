/** Copies a store as its argument says, and stops in the middle after notifying its parent. */
import { transferStore } from '#src/api/index.ts';

const { from, to } = JSON.parse(process.argv[2] ?? '');

await transferStore({
  from,
  to,
  async onTable({ table }) {
    if (table !== 'users') return;
    process.send?.('in the middle');
    await new Promise(() => {});
  },
});
