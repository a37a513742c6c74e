import { describe, expect, it } from 'vitest';
import { othersText } from '#src/admin/ui/saving/use-other-editors.ts';

const ana = { name: 'Ana', isYou: false };
const ben = { name: 'Ben', isYou: false };
const you = { name: 'You', isYou: true };

describe('othersText', () => {
  it.each([
    [[], ''],
    [[ana, you], 'Ana is also editing this.'],
    [[ana, ben], 'Ana and Ben are also editing this.'],
    [[you], 'You also have this open in another window.'],
  ])('describes %j as "%s"', (others, text) => {
    expect(othersText(others)).toBe(text);
  });
});
