import { pushKey } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';

export const pushKeyHandler = handle(pushKey, (_params, { push, brand }) => ({
  key: push.brands.get(brand)?.keys.public ?? null,
}));
