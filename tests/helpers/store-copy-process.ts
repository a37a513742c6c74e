/** Copies the store given by its argument. Notifies its parent in the middle of the copy, and then stops there. */
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
