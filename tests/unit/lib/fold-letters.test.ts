import { describe, expect, it } from 'vitest';
import { fold } from '#src/lib/fold-letters.ts';

describe('fold', () => {
  it.each([
    ['Élan VITAL', 'elan vital'],
    ['Łódź Straße æther œuvre', 'lodz strasse aether oeuvre'],
    ['Đường về', 'duong ve'],
    ['ﬁne Ｆｕｌｌ', 'fine full'],
    ['Þór Ŧ Ǽsir Ǿ', 'thor t aesir o'],
    ['Ðorn ĦAL ılık', 'dorn hal ilik'],
    ['三体', '三体'],
  ])('folds %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
