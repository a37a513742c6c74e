// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberLanguage } from '#src/shell/deferred/language.ts';

const written: string[] = [];
rememberLanguage();

beforeEach(() => {
  written.splice(0);
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
});

/** Clicks a link without following it. */
function click(attributes: string): void {
  document.body.innerHTML = `<a href="#top" ${attributes}><b>Español</b></a>`;
  document.querySelector('b')?.click();
}

it('a language link stores the chosen language and section for a year on the whole site', () => {
  click('data-language="es" data-section="9"');
  expect(written).toEqual([
    'hb_lang=es; Max-Age=31536000; Path=/; SameSite=Lax',
    'i18n_redirected=es; Max-Age=31536000; Path=/; SameSite=Lax',
    'section=9; Max-Age=31536000; Path=/; SameSite=Lax',
  ]);
});

it('a language link sets a cookie with the Secure attribute on https', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  click('data-language="vn" data-section="15"');
  expect(written.map((cookie) => cookie.endsWith('; Secure'))).toEqual([true, true, true]);
});

it.each(['', 'data-language="x1"', 'data-language="es; Domain=evil"', 'hreflang="es-ES"'])(
  'a link with the attributes %j stores neither language nor section',
  (attributes) => {
    click(attributes);
    expect(written).toEqual([]);
  },
);
