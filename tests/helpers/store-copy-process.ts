/**
 * A process that copies the store that its argument names. In the middle of the copy, it notifies its parent and stops.
 */
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
