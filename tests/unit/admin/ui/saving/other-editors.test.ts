import { describe, expect, it } from 'vitest';
import { othersText } from '#src/admin/ui/saving/use-other-editors.ts';

const ana = { name: 'Ana', isYou: false };
const ben = { name: 'Ben', isYou: false };
const you = { name: 'You', isYou: true };

describe('othersText', () => {
  it.each([
    [[], ''],
    [[ana, you], 'Ana is editing this, too.'],
    [[ana, ben], 'Ana and Ben are editing this, too.'],
    [[you], 'You have this open in another window, too.'],
  ])('describes %j as "%s"', (others, text) => {
    expect(othersText(others)).toBe(text);
  });
});
