import { describe, expect, it } from 'vitest';
import type { HelpModel } from '#src/shell/page/models.ts';
import { tablePages } from '../../../helpers/table-pages.ts';
import { bookNumbered, type Table } from '../../../helpers/table-upstream.ts';

const event = { id: 4, book: bookNumbered(7), inviter: 'Mo', state: 'open', needed: 5, helped: 1 };
const table: Table = { 'event.inviteActivityHelpPage': () => ({ event }) };
const movedTo = (to: string, permanent: boolean) => ({ status: 'redirect', to, permanent });

const FAILURES = [
  ['NOT_FOUND', { status: 'missing' }],
  ['INTERNAL', { status: 'failed', httpStatus: 500 }],
] as const;

describe('the page of a help event', () => {
  it.each(['/invited-to-help/4', '/invited-to-help/8/4'])(
    'redirects from %s to its URL under its book',
    async (address) => {
      expect(await tablePages(table).open(address)).toEqual(movedTo('/invited-to-help/7/4', true));
    },
  );

  it('has a help button only if the upstream counts help clicks', async () => {
    const modelWith = (calls: Table) => tablePages({ ...table, ...calls }).model<HelpModel>('/invited-to-help/7/4');
    expect(await modelWith({})).toMatchObject({ canHelp: false, event: { inviter: 'Mo' }, book: { id: 7 } });
    expect(await modelWith({ 'event.help_click': () => ({ event }) })).toMatchObject({ canHelp: true });
  });

  it.each(FAILURES)('has the status that matches the upstream error %s', async (code, outcome) => {
    const pages = tablePages({ 'event.inviteActivityHelpPage': () => code });
    expect(await pages.open('/invited-to-help/7/4')).toMatchObject(outcome);
  });
});

describe('the page of a shared link', () => {
  const ADDRESS = '/435u331G4FkP_k_QkVDTKb9n';
  const open = (answer: ReturnType<Table[string]>) => tablePages({ 'share.resolve': () => answer }).open(ADDRESS);

  it('redirects temporarily to the shared page', async () => {
    const book = { kind: 'book', book: bookNumbered(7) };
    expect(await open({ target: book })).toEqual(movedTo('/novel/7/Romance/Book-7', false));
    const help = { kind: 'help', id: 4, book_id: 7 };
    expect(await open({ target: help })).toEqual(movedTo('/invited-to-help/7/4', false));
  });

  it.each(FAILURES)('has the status that matches the upstream error %s', async (code, outcome) => {
    expect(await open(code)).toMatchObject(outcome);
  });

  it('looks up the token, and does not exist if the token is unknown', async () => {
    const pages = tablePages({ 'share.resolve': () => ({ target: null }) });
    expect(await pages.open(ADDRESS)).toEqual({ status: 'missing' });
    expect(pages.seen).toMatchObject([{ params: { token: '435u331G4FkP_k_QkVDTKb9n' } }]);
  });
});
