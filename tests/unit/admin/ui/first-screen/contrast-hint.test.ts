import { describe, expect, it } from 'vitest';
import type { SiteColours } from '#src/admin/contract/first-screen.ts';
import { contrastHint } from '#src/admin/ui/first-screen/contrast-hint.ts';

const COLOURS: SiteColours = {
  given: '#2c617f',
  header: '#2c617f',
  headerText: '#ffffff',
  headerContrast: 6.789,
  theme: '#2c617f',
};

describe('contrastHint', () => {
  it('rounds the contrast down, because a limit must not seem to be met', () => {
    expect(contrastHint({ ...COLOURS, headerContrast: 4.49 })).toBe('Text in the header has a contrast of 4.4:1.');
    expect(contrastHint(COLOURS)).toBe('Text in the header has a contrast of 6.7:1, which is easy to read.');
  });

  it('says which colours differ from the chosen one', () => {
    expect(contrastHint({ ...COLOURS, header: '#123456' })).toContain('The header uses a tone of your colour');
    expect(contrastHint({ ...COLOURS, theme: '#123456' })).toContain('too light for a white page');
  });
});
