import { expect, it } from 'vitest';
import account from '#src/i18n/locales/en/account.json' with { type: 'json' };
import { islandTexts } from '#src/shell/ui/island-texts.ts';

it('islandTexts returns the requested texts with their plural forms', () => {
  expect(Object.keys(islandTexts<'account'>(account, ['more', 'coins']))).toEqual(['coins_one', 'coins_other', 'more']);
});
