import { describe, expect, it } from 'vitest';
import { createPolicyReports, type PolicyReports } from '#src/serve/reports/policy-reports.ts';
import { handleInMemory } from '../../../helpers/handled.ts';
import { testBrand } from '../../../helpers/published-brand.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { parsedRequest } from '../parsed-request.ts';

const { brand } = testBrand('ash');
const OLD = {
  'document-uri': 'https://ash.test/novel/1/a/b?token=secret',
  'effective-directive': 'script-src-elem',
  'violated-directive': 'script-src',
  'blocked-uri': 'https://evil.test:8443/path?q=secret',
  'source-file': 'https://ash.test/_astro/a.js?v=secret',
};
const NEW = {
  documentURL: 'https://ash.test/genres?x=1',
  effectiveDirective: 'img-src',
  blockedURL: 'data',
  sourceFile: '',
};
const isNew = (body: object = NEW) => ({ type: 'csp-violation', body });

async function post(reports: PolicyReports, body: unknown, clientAddress = '10.0.0.1'): Promise<number> {
  const request = parsedRequest('/_report', { method: 'POST', clientAddress });
  const answer = await handleInMemory(
    (message, response) => reports.receive(brand, request, message, response),
    '/_report',
    {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  );
  return answer.status;
}

async function send(body: unknown) {
  const { log, lines } = recordingLog();
  const status = await post(createPolicyReports(log), body);
  const logEntries = lines.map((line) => {
    const { path, directive, blocked, source, brand: brandId } = JSON.parse(line);
    return { of: brandId, path, directive, blocked, source };
  });
  return { status, logEntries };
}
const logged = async (report: object) => (await send({ 'csp-report': { ...OLD, ...report } })).logEntries[0];

describe('a CSP violation report', () => {
  it('is logged without a query, and without a path if the blocked URL is on another site', async () => {
    expect(await send({ 'csp-report': OLD })).toEqual({
      status: 204,
      logEntries: [
        {
          of: 'ash',
          path: '/novel/1/a/b',
          directive: 'script-src-elem',
          blocked: 'https://evil.test:8443',
          source: '/_astro/a.js',
        },
      ],
    });
  });

  it('is also accepted as a list, the format of the Reporting API', async () => {
    const { status, logEntries } = await send([isNew(), isNew({ ...NEW, effectiveDirective: 'font-src' })]);
    expect(status).toBe(204);
    expect(logEntries[0]).toEqual({ of: 'ash', path: '/genres', directive: 'img-src', blocked: 'data', source: '' });
    expect(logEntries[1]?.directive).toBe('font-src');
  });

  it('is logged with the violated directive if it has no effective directive', async () => {
    expect(await logged({ 'effective-directive': '' })).toMatchObject({ directive: 'script-src' });
    expect(await logged({ 'effective-directive': 7 })).toMatchObject({ directive: 'script-src' });
  });

  it.each([
    ['inline', 'inline'],
    ['blob:https://ash.test/1234', 'blob:'],
    ['data:text/html,secret', 'data:'],
    ['<script>', ''],
    ['eval\nWARN forged', 'eval'],
    [`https://${'x'.repeat(300)}.test`, `https://${'x'.repeat(192)}`],
  ])('is logged with the blocked URL %o as %o', async (blocked, says) => {
    expect(await logged({ 'blocked-uri': blocked })).toMatchObject({ blocked: says });
  });

  it('is logged with long words and paths truncated', async () => {
    const logEntries = await logged({
      'effective-directive': 'x'.repeat(41),
      'document-uri': `https://ash.test/genres/${'y'.repeat(300)}`,
    });
    expect([logEntries?.directive, logEntries?.path.length]).toEqual(['x'.repeat(40), 200]);
  });

  it('is logged without a path if the URL of its page is invalid', async () => {
    expect(await logged({ 'document-uri': 'about' })).toMatchObject({ path: '' });
  });

  it('is logged without the secret of a shared link', async () => {
    const logEntries = await logged({ 'document-uri': 'https://ash.test/AbCdEfGhIjKlMnOp12' });
    expect(logEntries?.path).toBe('token');
  });

  it('is ignored if ten reports precede it in the same request', async () => {
    const list = Array.from({ length: 11 }, (_, at) => isNew({ ...NEW, documentURL: `https://ash.test/${at}/` }));
    const { status, logEntries } = await send(list);
    expect([status, logEntries.length, logEntries.at(-1)?.path]).toEqual([204, 10, '/9/']);
  });

  it.each(['nonsense', '[1]', '{}', '{"csp-report":1}', '[{"type":"deprecation","body":{}}]'])(
    'is ignored if it contains %s',
    async (body) => {
      expect(await send(body)).toEqual({ status: 400, logEntries: [] });
    },
  );

  it('is accepted up to twenty times a minute per IP address, and sixty times per brand', async () => {
    const reports = createPolicyReports(recordingLog().log);
    const acceptedCount = async (count: number, address: (at: number) => string) => {
      const sent = Array.from({ length: count }, (_, at) => post(reports, { 'csp-report': OLD }, address(at)));
      return (await Promise.all(sent)).filter((status) => status === 204).length;
    };
    expect(await acceptedCount(21, () => '10.0.0.1')).toBe(20);
    expect(await acceptedCount(40, (at) => `10.0.1.${at}`)).toBe(39);
  });

  it('is accepted up to 16 KiB, and rejected with 413 above this size', async () => {
    const frame = JSON.stringify({ 'csp-report': { ...OLD, more: '' } }).length;
    const sendBytes = (size: number) => send({ 'csp-report': { ...OLD, more: 'x'.repeat(size - frame) } });
    expect((await sendBytes(16 * 1024)).status).toBe(204);
    expect(await sendBytes(16 * 1024 + 1)).toEqual({ status: 413, logEntries: [] });
  });
});
