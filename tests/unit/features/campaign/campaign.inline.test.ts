// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import script from '#src/features/campaign/campaign.inline.ts?raw';

const IOS = 'https://apps.apple.com/app/id1';
const ANDROID = 'https://play.google.com/store/apps/details?id=a.b';

beforeEach(() => {
  document.documentElement.removeAttribute('data-campaign-book');
  document.body.innerHTML = `<section class="campaign"><a data-store="ios" href="${IOS}"></a>
    <a data-store="android" href="${ANDROID}"></a><a data-app="reads" href="reads://ads"></a>
    <a data-site href="http://localhost/es"></a></section>`;
});

function linksFor(search: string) {
  const page = Object.assign(new EventTarget(), {
    documentElement: document.documentElement,
    querySelectorAll: document.querySelectorAll.bind(document),
  });
  new Function('document', 'location', script)(page, { search });
  page.dispatchEvent(new Event('DOMContentLoaded'));
  const hrefOf = (name: string) => document.querySelector<HTMLAnchorElement>(name)?.getAttribute('href') ?? '';
  return {
    ios: hrefOf('[data-store=ios]'),
    android: hrefOf('[data-store=android]'),
    app: hrefOf('[data-app]'),
    site: hrefOf('[data-site]'),
  };
}

describe('the links of a campaign page', () => {
  it('are unchanged without campaign parameters', () => {
    expect(linksFor('?page=2&constructor=x')).toEqual({
      ios: IOS,
      android: ANDROID,
      app: 'reads://ads',
      site: 'http://localhost/es',
    });
  });

  it('pass campaign parameters on to the stores and the app', () => {
    const { ios, android, app } = linksFor('?utm_source=news&utm_campaign=spring%20&gclid=a-b_1&fbclid=F&ref=ann&x=1');
    const marks = 'utm_source=news&utm_campaign=spring+&gclid=a-b_1&fbclid=F&ref=ann';
    expect(ios).toBe(`${IOS}?${marks}&ct=spring+`);
    expect(new URL(android).searchParams.get('referrer')).toBe(marks);
    expect(new URL(android).searchParams.get('id')).toBe('a.b');
    expect(app).toBe(`reads://ads?${marks}`);
  });

  it('pass the book and chapter on to the app, and link to them on the site', () => {
    const { ios, app, site } = linksFor('?book=12&chapter=34');
    expect(ios).toBe(`${IOS}?book=12&chapter=34`);
    expect([app, site]).toEqual(['reads://book-reader/12/34?book=12&chapter=34', '/es/book-reader/12/34']);
    expect(document.documentElement.dataset['campaignBook']).toBe('');
  });

  it('pass a book on without a chapter', () => {
    expect(linksFor('?book=12')).toMatchObject({ app: 'reads://novel/12?book=12', site: '/es/novel/12' });
  });

  it.each([
    '?book=0',
    '?book=../../x',
    '?chapter=4',
    `?utm_source=${'x'.repeat(201)}`,
    '?utm_source=%3Cscript%3E',
    '?utm_source=a%0Ab',
    '?utm_source=',
    '?utm_constructorconstructorconstructor=1',
    '?UTM_SOURCE=x',
  ])('drop the invalid or unknown parameters of %s', (search) => {
    expect(linksFor(search)).toMatchObject({ ios: IOS, android: ANDROID, app: 'reads://ads' });
  });

  it('use the first of duplicate parameters, and at most twelve parameters', () => {
    expect(linksFor('?ref=a&ref=b').app).toBe('reads://ads?ref=a');
    const many = Array.from({ length: 26 }, (_, n) => `utm_${String.fromCharCode(97 + n)}=1`).join('&');
    expect(new URL(linksFor(`?${many}`).app).searchParams.size).toBe(12);
  });
});
