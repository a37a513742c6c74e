import type { TranslatorApplication } from '#src/contract/calls/translator.ts';
import * as contract from '#src/contract/index.ts';
import type { Asked } from './asker.ts';
import { expects, refusalFaults } from './faults.ts';
import { type Plan, plan } from './recipe.ts';
import { EMPTY, visitor } from './recipes-visitor.ts';
import { NO_ID } from './rules-reference.ts';
import type { Fault, Run } from './types.ts';

const NO_TOKEN = 'contract_contract_none';
const OTHER_KEY = 'another-application-of-it';

/** Shared links, applications of translators, and the help event of a book. */
export const SHARE_PLANS: readonly Plan[] = [
  plan(contract.eventOfBook, {
    params: ({ found }) => found.book && { book_id: found.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    bad: [{}, { book_id: 'x' }],
    more: ({ event }, { found }, asked) =>
      expects(
        event === null || event.book.id === found.book?.id,
        asked,
        'event is one of another book',
        'Answer an event of the book asked about, or null.',
      ),
  }),
  visitor(
    contract.shareCreate,
    [EMPTY, { params: { kind: 'book', id: NO_ID }, codes: ['NOT_FOUND'], why: 'a book that does not exist' }],
    { params: ({ found }) => found.book && { kind: 'book', id: found.book.id }, after: shareFaults },
  ),
  visitor(
    contract.shareResolve,
    [EMPTY, { params: { token: NO_TOKEN }, codes: ['NOT_FOUND'], why: 'a token that was never given' }],
    {
      params: ({ visitor: { shared } }) => (shared === undefined ? undefined : { token: shared }),
      after: resolveFaults,
    },
  ),
  visitor(contract.translatorApply, [EMPTY], { params: applicationOf, after: applicationFaults }),
];

/** Shared again it is the same token. */
async function shareFaults({ asker, visitor: person, found: { book } }: Run): Promise<Fault[]> {
  if (!book) return [];
  const how = { deviceUuid: person.deviceUuid };
  const params = { kind: 'book', id: book.id } as const;
  const [first, again] = [
    await asker.dataOf(contract.shareCreate, params, how),
    await asker.dataOf(contract.shareCreate, params, how),
  ];
  const token = first?.share?.token ?? NO_TOKEN;
  person.shared = token;
  const where = `POST ${contract.shareCreate.path}`;
  return expects(again?.share?.token === token, { where }, 'asked again it gives another token', 'Keep it per device.');
}

async function resolveFaults({ asker, visitor: { shared = NO_TOKEN }, found: { book } }: Run, { where }: Asked) {
  const target = (await asker.dataOf(contract.shareResolve, { token: shared }))?.target;
  const leads = target?.kind === 'book' && target.book.id === book?.id;
  return expects(leads, { where }, 'the token of a book does not lead to it', 'Resolve what was shared.');
}

function applicationOf({ found: { book }, visitor: { email, deviceUuid } }: Run): TranslatorApplication | undefined {
  if (!book) return undefined;
  return {
    name: 'Contract',
    email,
    native: 'en',
    languages: ['es'],
    books: [book.id],
    consent: true,
    key: deviceUuid,
    about: 'An application that the contract suite sends to see what becomes of it.',
  };
}

/** Sent again it is the same application, and another one of the same address is told so. */
async function applicationFaults(run: Run): Promise<Fault[]> {
  const { asker } = run;
  const how = { deviceUuid: run.visitor.deviceUuid };
  const params = applicationOf(run);
  if (!params) return [];
  const again = await asker.ask(contract.translatorApply, params, how);
  const other = await asker.ask(contract.translatorApply, { ...params, key: OTHER_KEY }, how);
  return [
    ...expects(again.status === 200, again, `sent again it is answered by ${again.status}`, 'Know it by its key.'),
    ...refusalFaults(other, ['CONFLICT'], 'a second application of one e-mail address'),
  ];
}
