// @vitest-environment happy-dom
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { PICTURE_SIZES } from '#src/contract/chapter/picture-sources.ts';
import type { ApiClient } from '#src/contract/client/types.ts';
import { buildText } from '#src/features/unlock/island/build-text.ts';
import { OutOfCoins, type OutOfCoinsProps } from '#src/features/unlock/island/OutOfCoins.tsx';
import account from '#src/i18n/locales/en/account.json' with { type: 'json' };
import { createPaths } from '#src/routes/paths.ts';
import { clearStage, click, settle, showIsland } from '../../../shell/island/stage.tsx';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const addresses = {
  mediaUrl: (url: string) => (url.startsWith('/') ? `/public${url}` : url),
  chapterHref: (id: number) => `/book-reader/4/${id}`,
};

function htmlOf(html: string): string {
  const box = document.createElement('div');
  box.append(buildText(html, addresses));
  return box.innerHTML;
}

describe('the text of an unlocked chapter', () => {
  it.each([
    '<p>One <em>two</em> three.<br>Four.</p><hr><blockquote><p>Five</p></blockquote>',
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">B</td></tr></tbody></table>',
    '<p lang="zh" dir="ltr"><ruby>漢<rt>kan</rt></ruby></p><ol start="3" reversed=""><li value="4">x</li></ol>',
  ])('keeps allowed markup unchanged: %s', (html) => {
    expect(htmlOf(html)).toBe(html);
  });

  it('decodes entities in any spelling', () => {
    expect(htmlOf('<p>a &amp;lt; b &lt;i&gt; &#8212;&#x2026;&nbsp;&unknown; 1 < 2</p>')).toBe(
      '<p>a &amp;lt; b &lt;i&gt; —…&nbsp;&amp;unknown; 1 &lt; 2</p>',
    );
  });

  it("has image URLs with the brand's prefix, and working ids and links within the chapter", () => {
    expect(
      htmlOf('<img src="/media/p.webp"><a id="n1" href="#r1">1</a><a href="https://e.example/" rel="me">2</a>'),
    ).toBe(
      '<img src="/public/media/p.webp" loading="lazy" alt=""><a id="c-n1" href="#c-r1">1</a>' +
        '<a href="https://e.example/" rel="nofollow ugc noopener">2</a>',
    );
  });

  it('has images at their available widths', () => {
    const html = (url: string) => `<img src="${url}" srcset="${url}?w=320 320w, ${url} 900w"`;
    expect(htmlOf(`${html('/media/p.webp')} width="900">`)).toBe(
      `${html('/public/media/p.webp')} sizes="${PICTURE_SIZES}" width="900" loading="lazy" alt="">`,
    );
    expect(htmlOf('<img src="/p.webp" srcset="//evil.example/p.webp 320w">')).not.toContain('srcset');
  });

  it('has links to other chapters, and only the allowed classes', () => {
    expect(
      htmlOf('<a class="text-note-ref wide" href="chapter:43#n1">1</a><p class="y"><a href="chapter:44">2</a></p>'),
    ).toBe('<a class="text-note-ref" href="/book-reader/4/43#c-n1">1</a><p><a href="/book-reader/4/44#top">2</a></p>');
  });

  it.each([
    ['<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script><p>a</p><style>p{}</style><!-- <p>b</p> -->', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a><a href=" javascript:alert(1)">b</a>', '<a>a</a><a>b</a>'],
    ['<a href="//evil.example">a</a><a href="/\\\\evil.example">b</a>', '<a>a</a><a>b</a>'],
    ['<img src="data:image/svg+xml,x" onerror="x()"><img>', ''],
    ['<iframe src="https://e.example"></iframe><form><input name="q">a</form>', 'a'],
    ['<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
    ['</p></div><p>a<em>b</p>c', '<p>a<em>b</em></p>c'],
    ['<p title="a>b" lang="en">a</p>', '<p lang="en">a</p>'],
    ['<svg><script>1</script></svg><math><mi>x</mi></math>a', 'a'],
  ])('is reduced to plain markup: %s', (html, left) => {
    expect(htmlOf(html)).toBe(left);
  });
});

describe('Unlock', () => {
  afterEach(clearStage);
  const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 20, created_at: '2026-01-01T00:00:00Z' };
  const session = { token: 'abcdef0123456789', expires_at: '2027-01-01T00:00:00Z', user };
  const signedIn = { token: session.token, userInfo: JSON.stringify(user) };
  const OPEN = { chapter: { locked: false, html: '<p>All of <em>it</em>.</p>' }, coins: 8 };
  const answering =
    (more: Readonly<Record<string, unknown>> = {}): ApiClient =>
    async (call) => {
      const answers: Readonly<Record<string, unknown>> = {
        'auth.options': { reset: false, provider: null },
        'auth.login': { session },
        'user.profile': { user },
        'user.vouchers': { items: [], page: 1, page_size: 100, total: 0 },
        'chapter.show': { chapter: { locked: true, html: '' } },
        'chapter.unlock': OPEN,
        ...more,
      };
      const answer = answers[call.name] ?? 'CALL_ABSENT';
      return typeof answer === 'string'
        ? { success: 0, data: call.empty, errors: [{ code: answer, message: '' }], status: 404 }
        : { success: 1, data: answer, errors: [], status: 200 };
    };

  function page(): HTMLElement {
    const part = document.createElement('section');
    part.innerHTML = `<article data-reader-text data-chapter="43"><h1 class="reader-title">Three</h1>
      <div class="reader-text chapter-locked"><p>All …</p></div></article><section class="app-push"></section>`;
    part.dataset['locked'] = '';
    document.body.append(part);
    return part;
  }

  it('is a sign-in link with a return path in the initial HTML', async () => {
    const { html } = await showIsland('unlock');
    expect(html).toContain('href="/login?to=%2Fbook-reader%2F4%2F43"');
    expect(html).toContain('This chapter costs 12 coins.');
  });

  it('unlocks the chapter in place for coins', async () => {
    const shownIsland = await showIsland('unlock', memoryPlatform(signedIn, answering()));
    const part = page();
    await settle();
    expect(shownIsland.root.textContent).toContain('You have 20 coins and 0 vouchers for this chapter.');
    const pay = [...shownIsland.root.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Pay 12 coins',
    );
    await click(pay as HTMLElement);
    await settle();
    expect(part.querySelector('.reader-text')?.innerHTML).toBe('<p>All of <em>it</em>.</p>');
    expect(part.querySelector('.chapter-locked')).toBeNull();
    expect(part.querySelector<HTMLElement>('.app-push')?.hidden).toBe(true);
    expect(part.hasAttribute('data-locked')).toBe(false);
    expect(shownIsland.root.textContent).toContain('You have unlocked the whole chapter.');
    part.remove();
  });

  it.each([
    ['NOT_ENOUGH_COINS', 'You do not have enough coins.'],
    ['CLIENT_NETWORK', 'No connection'],
    ['INTERNAL', 'Something went wrong'],
  ])('says why the chapter stays locked: %s', async (code, words) => {
    const shownIsland = await showIsland('unlock', memoryPlatform(signedIn, answering({ 'chapter.unlock': code })));
    await settle();
    await click(shownIsland.find('.unlock-ways button'));
    await settle();
    expect(shownIsland.find('[role=alert]').textContent).toContain(words);
  });

  it('asks for confirmation before using a voucher worth more than the price', async () => {
    const requests: unknown[] = [];
    const gift = { id: 9, name: 'Gift', coins: 100, used_on: null, created_at: '2026-01-01T00:00:00Z' };
    const items = [
      { ...gift, id: 8, expires_at: '2999-06-01T00:00:00Z' },
      { ...gift, expires_at: '2999-01-01T00:00:00Z' },
    ];
    const answer = answering({ 'user.vouchers': { items, page: 1, page_size: 100, total: 2 } });
    const platform = memoryPlatform(signedIn, (call, params, context) => {
      if (call.name === 'chapter.unlock') requests.push((params as { voucher_id?: number }).voucher_id);
      return answer(call, params, context);
    });
    const shownIsland = await showIsland('unlock', platform);
    await settle();
    const press = async (words: string) => {
      const buttons = [...shownIsland.root.querySelectorAll('button')];
      await click(buttons.find(({ textContent }) => textContent === words) as HTMLElement);
      await settle();
    };
    await press('Use a voucher');
    expect(shownIsland.root.textContent).toContain(
      'worth 100 coins. The chapter costs 12; you keep the remaining 88 as coins.',
    );
    await press('Keep it');
    expect([requests, shownIsland.root.textContent?.includes('worth 100')]).toEqual([[], false]);
    await press('Use a voucher');
    await press('Use it now');
    expect(requests).toEqual([9]);
  });

  it('offers coins and vouchers only if they are enough', async () => {
    const tooFewCoins = { ...user, coins: 11 };
    const platform = memoryPlatform(
      { ...signedIn, userInfo: JSON.stringify(tooFewCoins) },
      answering({ 'user.profile': { user: tooFewCoins } }),
    );
    const shownIsland = await showIsland('unlock', platform);
    await settle();
    expect(shownIsland.root.querySelector('.unlock-ways button')).toBeNull();
    expect(shownIsland.root.textContent).toContain('not have enough coins to unlock this chapter');
    expect(shownIsland.find('a.plain-link').getAttribute('href')).toBe('/myinfo/voucherHistory');
  });

  it.each([
    ['buying coins', 'https://coins.example/'],
    ['how vouchers work, if no coins are sold', undefined],
  ])('names the next step for visitors who cannot pay: %s', (_what, coinsUrl) => {
    const t = (key: keyof typeof account) => account[key];
    const island = { t, paths: createPaths('en') } as unknown as OutOfCoinsProps['island'];
    const root = document.createElement('div');
    root.innerHTML = renderToStaticMarkup(createElement(OutOfCoins, { island, coinsUrl }));
    const buttons = [...root.querySelectorAll('a.button')].map((button) => [
      button.textContent,
      button.getAttribute('href'),
    ]);
    expect(buttons).toEqual(coinsUrl === undefined ? [] : [['Get coins', coinsUrl]]);
    expect(root.textContent).toContain('You can also unlock it with a voucher.');
    expect(root.querySelector('a.plain-link')?.getAttribute('href')).toBe('/myinfo/voucherHistory');
  });

  it.each([
    ['signed out', {}, {}],
    ['signed in with enough coins', signedIn, {}],
    ['with an upstream that cannot unlock', {}, { 'auth.options': 'CALL_ABSENT' }],
  ])('says in the initial HTML when the chapter becomes free: %s', async (_who, saved, answers) => {
    const island = await showIsland('unlock', memoryPlatform(saved, answering(answers)));
    const words = 'It will be free from March 5, 2027.';
    expect(island.html).toContain(words);
    await settle();
    expect(island.root.textContent).toContain(words);
  });

  it('requests the balance again if it could not be loaded', async () => {
    let isDown = true;
    const up = answering();
    const down = answering({ 'user.vouchers': 'INTERNAL' });
    const platform = memoryPlatform(signedIn, (...call) => (isDown ? down : up)(...call));
    const shownIsland = await showIsland('unlock', platform);
    await settle();
    expect(shownIsland.root.textContent).toContain('could not be loaded');
    isDown = false;
    await click(shownIsland.find('button'));
    await settle();
    expect(shownIsland.root.textContent).toContain('Pay 12 coins');
  });

  it('names the support contact if the upstream cannot unlock', async () => {
    const shownIsland = await showIsland('unlock', memoryPlatform({}, answering({ 'auth.options': 'CALL_ABSENT' })));
    await settle();
    expect(shownIsland.root.textContent).toContain('This chapter cannot be unlocked here.');
    expect(shownIsland.find('a').getAttribute('href')).toBe('mailto:help@example.com');
    expect(shownIsland.root.textContent).not.toContain('Unlock this chapter');
  });
});
