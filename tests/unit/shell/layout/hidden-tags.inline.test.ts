import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import script from '#src/shell/layout/hidden-tags.inline.ts?raw';

/** Runs the script and returns the CSS rules that it inserts before first paint. */
function run(stored: string | null) {
  const sheets: { rules: string }[] = [];
  class CSSStyleSheet {
    rules = '';
    replaceSync(rules: string) {
      this.rules = rules;
    }
  }
  const listeners = new Map<string, () => void>();
  const addEventListener = (type: string, run: () => void) => listeners.set(type, run);
  const storage = { value: stored };
  runInNewContext(script, {
    CSSStyleSheet,
    document: { adoptedStyleSheets: sheets, addEventListener },
    localStorage: { getItem: () => storage.value },
    addEventListener,
  });
  const rules = () => sheets.map((sheet) => sheet.rules).join('');
  return { rules, storage, happens: (type: string) => listeners.get(type)?.() };
}

describe('the script for hidden tags', () => {
  it('hides the books of each tag before first paint', () => {
    expect(run('[{"id":7,"name":"Wolves"},{"id":12,"name":"Sea"}]').rules()).toBe(
      ':root:not([data-all-books]) :is([data-tags~="7"],[data-tags~="12"]){display:none}',
    );
  });

  it.each([null, '[]', '{"x":[1,', '{}', '7', '[null,{"id":"7\\"],*{"}]'])('changes nothing for %s', (stored) => {
    expect(run(stored).rules()).toBe('');
  });

  it.each([
    ['is restored from the back/forward cache', 'pageshow'],
    ['that was prerendered is shown', 'prerenderingchange'],
  ])('runs again when a page %s', (_when, event) => {
    const page = run('[]');
    page.storage.value = '[{"id":7}]';
    page.happens(event);
    expect(page.rules()).toContain('[data-tags~="7"]');
  });
});
