import { describe, expect, it } from 'vitest';
import { ISLAND_KEYS, islandTexts } from '#src/components/ui/island-texts.ts';
import account from '#src/i18n/locales/en/account.json' with { type: 'json' };
import { englishTexts } from '../../helpers/texts.ts';

const AREAS = {
  search: 'search',
  reader: 'reader',
  notebook: 'notebook',
  notebookMarks: 'reader',
  notebookAround: 'account',
  book: 'novel',
  share: 'novel',
  keep: 'offline',
  notify: 'offline',
  help: 'novel',
  campaign: 'campaign',
  translator: 'translator',
  history: 'account',
  login: 'account',
  account: 'account',
  unlock: 'account',
} as const;

describe('ISLAND_KEYS', () => {
  const texts = englishTexts();
  it.each(Object.entries(AREAS))('the island %s asks only for texts of the area %s', (island, area) => {
    const stems = Object.keys(texts[area] ?? {}).map((key) => key.replace(/_(one|other)$/, ''));
    const wanted: readonly string[] = ISLAND_KEYS[island as keyof typeof AREAS];
    expect(wanted.filter((key) => !stems.includes(key))).toEqual([]);
  });
});

describe('islandTexts', () => {
  it('takes the keys asked for, with their plural forms', () => {
    expect(Object.keys(islandTexts<'account'>(account, ['more', 'coins']))).toEqual([
      'coins_one',
      'coins_other',
      'more',
    ]);
  });
});
