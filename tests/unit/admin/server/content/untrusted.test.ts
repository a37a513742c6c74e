import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallBook } from '../../../../helpers/small-api.ts';
import { type Answer, startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin(async (writer) => {
    await writer.putBook(smallBook(1));
  });
});
afterAll(() => test.close());

/** The chapter that takes longest to sanitise, within the maximum length. */
const HOSTILE = '<td>x'.repeat(100_000);
/** Takes much longer to sanitise than a hundred requests take to arrive. */
const SLOW = '<td>x'.repeat(20_000);
const PATIENCE = { timeout: 300_000 };

const preview = (html: string, as: 'editor' | 'operator' = 'editor') =>
  test.ask('POST', '/api/preview', { as, body: { html } });

/** Longest time that the event loop was blocked, in ms. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}

describe('the admin API for chapters and covers', () => {
  it('previews chapter text as visitors see it', async () => {
    const { status, body } = await preview('<p onclick="x()">A <b>lamp</b><script>y</script></p><img>');
    expect([status, body.data.html]).toEqual([200, '<p>A <b>lamp</b></p>']);
  });

  it('responds to other calls while previewing the longest text', PATIENCE, async () => {
    await preview('<p>x</p>');
    let took = 0;
    const stall = await longestStall(async () => {
      const startedAt = performance.now();
      const [previewed, listed] = await Promise.all([
        preview(HOSTILE),
        test.ask('GET', '/api/books', { as: 'editor' }),
      ]);
      took = performance.now() - startedAt;
      expect([previewed.status, listed.status]).toEqual([200, 200]);
    });
    expect(stall).toBeLessThan(took / 2);
  });

  it('rejects more than eight concurrent requests of one person without delaying other people', PATIENCE, async () => {
    await preview('<p>x</p>');
    let processed = 0;
    const many: Promise<Answer>[] = Array.from({ length: 100 }, async () => {
      const answer = await preview(SLOW);
      if (answer.status === 200) processed += 1;
      return answer;
    });
    const other = await preview('<p>y</p>', 'operator');
    expect(other.status).toBe(200);
    // The operator did not wait for all eight requests that the server accepts from another person. Requests are
    // counted instead of time, because the machine may be busy.
    expect(processed).toBeLessThan(8);
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(80);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(refused[0]?.body.error.message).toMatch(/^8 of your requests are still being processed\. Try/);
    expect((await preview('<p>z</p>')).status).toBe(200);
  });

  it('stores sanitised text with its word count', async () => {
    const html = '<p onclick="x()">one two<img></p>';
    const { status, body } = await test.ask('POST', '/api/chapters', {
      as: 'editor',
      body: { book_id: 1, title: 'New', html },
    });
    expect([status, body.data.words]).toEqual([201, 2]);
    const { body: chapter } = await test.ask('GET', `/api/chapters/${body.data.id}`, { as: 'editor' });
    expect(chapter.data.html).toBe('<p>one two</p>');
  });

  it.each([
    [
      'an image above the pixel limit',
      '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>',
      /50 million/,
    ],
    ['a file that is not an image', 'lamp', /^The picture cannot be decoded: .* Save it as a PNG or JPEG\.$/],
    ['a damaged image', '\u0089PNG\r\n\u001a\n', /^The picture cannot be decoded/],
  ])('rejects %s as a cover and explains why', async (_what, content, reason) => {
    const { status, body } = await test.ask('POST', '/api/books/1/cover', {
      as: 'editor',
      body: Buffer.from(content, 'latin1'),
      headers: { 'content-type': 'image/png' },
    });
    expect([status, body.error.message]).toEqual([422, expect.stringMatching(reason)]);
    expect(body.error.fields.cover).toBe(body.error.message);
  });
});
