import type { ReaderReport } from '#src/contract/calls/report.ts';
import type { TranslatorApplication } from '#src/contract/calls/translator.ts';
import * as contract from '#src/contract/index.ts';
import { type ContractCase, defineCase, EMPTY } from './case.ts';
import { visitor } from './cases-visitor.ts';
import { NO_ID } from './check-references.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkError, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

const NO_TOKEN = 'contract_contract_none';
const OTHER_KEY = 'another-application-of-it';

/** Shared links, applications of translators, reports of readers, and the help event of a book. */
export const SHARE_CASES: readonly ContractCase[] = [
  defineCase(contract.eventOfBook, {
    params: ({ fixtures }) => fixtures.book && { book_id: fixtures.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    invalid: [{}, { book_id: 'x' }],
    checkData: ({ event }, { fixtures }, response) =>
      problemUnless(
        event === null || event.book.id === fixtures.book?.id,
        response,
        'event is one of another book',
        'Answer an event of the book asked about, or null.',
      ),
  }),
  visitor(
    contract.shareCreate,
    [EMPTY, { params: { kind: 'book', id: NO_ID }, codes: ['NOT_FOUND'], why: 'a book that does not exist' }],
    { params: ({ fixtures }) => fixtures.book && { kind: 'book', id: fixtures.book.id }, after: checkShare },
  ),
  visitor(
    contract.shareResolve,
    [EMPTY, { params: { token: NO_TOKEN }, codes: ['NOT_FOUND'], why: 'a token that was never given' }],
    {
      params: ({ visitor: { shared } }) => (shared === undefined ? undefined : { token: shared }),
      after: checkResolve,
    },
  ),
  visitor(contract.translatorApply, [EMPTY], { params: applicationOf, after: checkApplication }),
  visitor(
    contract.reportAdd,
    [
      EMPTY,
      {
        params: { book_id: NO_ID, chapter_id: NO_ID, kind: 'text', key: NO_TOKEN.replaceAll('_', '-') },
        codes: ['NOT_FOUND'],
        why: 'a chapter that does not exist',
      },
    ],
    { params: reportOf, after: checkReport },
  ),
];

/** Shared again it is the same token. */
async function checkShare({ client, visitor: person, fixtures: { book } }: TestRun): Promise<Problem[]> {
  if (!book) return [];
  const how = { deviceUuid: person.deviceUuid };
  const params = { kind: 'book', id: book.id } as const;
  const [first, again] = [
    await client.dataOf(contract.shareCreate, params, how),
    await client.dataOf(contract.shareCreate, params, how),
  ];
  const token = first?.share?.token ?? NO_TOKEN;
  person.shared = token;
  const where = `POST ${contract.shareCreate.path}`;
  return problemUnless(
    again?.share?.token === token,
    { where },
    'asked again it gives another token',
    'Keep it per device.',
  );
}

async function checkResolve(
  { client, visitor: { shared = NO_TOKEN }, fixtures: { book } }: TestRun,
  { where }: ProbeResponse,
) {
  const target = (await client.dataOf(contract.shareResolve, { token: shared }))?.target;
  const leads = target?.kind === 'book' && target.book.id === book?.id;
  return problemUnless(leads, { where }, 'the token of a book does not lead to it', 'Resolve what was shared.');
}

function applicationOf({
  fixtures: { book },
  visitor: { email, deviceUuid },
}: TestRun): TranslatorApplication | undefined {
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
async function checkApplication(run: TestRun): Promise<Problem[]> {
  const { client } = run;
  const how = { deviceUuid: run.visitor.deviceUuid };
  const params = applicationOf(run);
  if (!params) return [];
  const again = await client.send(contract.translatorApply, params, how);
  const other = await client.send(contract.translatorApply, { ...params, key: OTHER_KEY }, how);
  return [
    ...problemUnless(
      again.status === 200,
      again,
      `sent again it is answered by ${again.status}`,
      'Know it by its key.',
    ),
    ...checkError(other, ['CONFLICT'], 'a second application of one e-mail address'),
  ];
}

function reportOf({ fixtures: { book, chapters }, visitor: { deviceUuid } }: TestRun): ReaderReport | undefined {
  const [chapter] = chapters;
  if (!book || !chapter) return undefined;
  return {
    book_id: book.id,
    chapter_id: chapter.id,
    kind: 'text',
    passage: '',
    text: 'Of the contract suite.',
    key: deviceUuid,
  };
}

/** Sent again it is the same report. */
async function checkReport(run: TestRun): Promise<Problem[]> {
  const how = { deviceUuid: run.visitor.deviceUuid };
  const params = reportOf(run);
  if (!params) return [];
  const [first, again] = [
    await run.client.dataOf(contract.reportAdd, params, how),
    await run.client.dataOf(contract.reportAdd, params, how),
  ];
  const isSame = first?.report != null && first.report.id === again?.report?.id;
  return problemUnless(
    isSame,
    { where: `POST ${contract.reportAdd.path}` },
    'sent again it is another report',
    'Know it by its key.',
  );
}
