import type { ReaderReport } from '../calls/report.ts';
import type { TranslatorApplication } from '../calls/translator.ts';
import * as contract from '../index.ts';
import { type ContractCase, defineCase, EMPTY } from './case.ts';
import { visitor } from './cases-visitor.ts';
import { NO_ID } from './check-references.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkError, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

const UNKNOWN_TOKEN = 'contract_contract_none';
const OTHER_KEY = 'key-of-another-application';

/** Cases of shared links, translator applications, reader reports, and help events of books. */
export const SHARE_CASES: readonly ContractCase[] = [
  defineCase(contract.eventOfBook, {
    demands: ['The event belongs to the requested book, or is null.'],
    params: ({ fixtures }) => fixtures.book && { book_id: fixtures.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    invalid: [{}, { book_id: 'x' }],
    checkData: ({ event }, { fixtures }, response) =>
      problemUnless(
        event === null || event.book.id === fixtures.book?.id,
        response,
        'event belongs to another book',
        'Return an event of the requested book, or null.',
      ),
  }),
  visitor(
    contract.shareCreate,
    [EMPTY, { params: { kind: 'book', id: NO_ID }, codes: ['NOT_FOUND'], why: 'a book that does not exist' }],
    { params: ({ fixtures }) => fixtures.book && { kind: 'book', id: fixtures.book.id }, after: checkShare },
  ),
  visitor(
    contract.shareResolve,
    [EMPTY, { params: { token: UNKNOWN_TOKEN }, codes: ['NOT_FOUND'], why: 'an unknown token' }],
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
        params: { book_id: NO_ID, chapter_id: NO_ID, kind: 'text', key: UNKNOWN_TOKEN.replaceAll('_', '-') },
        codes: ['NOT_FOUND'],
        why: 'a chapter that does not exist',
      },
    ],
    {
      params: reportOf,
      demands: ['Sending the same key again creates no second report.'],
      after: checkReport,
    },
  ),
];

/** Checks that sharing the same book again returns the same token. */
async function checkShare({ client, visitor: device, fixtures: { book } }: TestRun): Promise<Problem[]> {
  if (!book) return [];
  const options = { deviceUuid: device.deviceUuid };
  const params = { kind: 'book', id: book.id } as const;
  const [first, repeated] = [
    await client.dataOf(contract.shareCreate, params, options),
    await client.dataOf(contract.shareCreate, params, options),
  ];
  const token = first?.share?.token ?? UNKNOWN_TOKEN;
  device.shared = token;
  const where = `POST ${contract.shareCreate.path}`;
  return problemUnless(
    repeated?.share?.token === token,
    { where },
    'a second request returns a different token',
    'Store the token per device and target.',
  );
}

async function checkResolve(
  { client, visitor: { shared = UNKNOWN_TOKEN }, fixtures: { book } }: TestRun,
  { where }: ProbeResponse,
) {
  const target = (await client.dataOf(contract.shareResolve, { token: shared }))?.target;
  const isShared = target?.kind === 'book' && target.book.id === book?.id;
  return problemUnless(
    isShared,
    { where },
    'the token does not resolve to the shared book',
    'Resolve tokens to their targets.',
  );
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
    about: 'A test application from the contract suite.',
  };
}

/**
 * Checks that an application can be sent twice, and that another application with the same address is rejected as a
 * conflict.
 */
async function checkApplication(run: TestRun): Promise<Problem[]> {
  const { client } = run;
  const options = { deviceUuid: run.visitor.deviceUuid };
  const params = applicationOf(run);
  if (!params) return [];
  const repeated = await client.send(contract.translatorApply, params, options);
  const second = await client.send(contract.translatorApply, { ...params, key: OTHER_KEY }, options);
  return [
    ...problemUnless(
      repeated.status === 200,
      repeated,
      `repeating an application is answered with ${repeated.status}`,
      'Recognise a repeated application by its key.',
    ),
    ...checkError(second, ['CONFLICT'], 'a second application from one email address'),
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
    text: 'A test report from the contract suite.',
    key: deviceUuid,
  };
}

/** Checks that sending a report again does not create a second report. */
async function checkReport(run: TestRun): Promise<Problem[]> {
  const options = { deviceUuid: run.visitor.deviceUuid };
  const params = reportOf(run);
  if (!params) return [];
  const [first, repeated] = [
    await run.client.dataOf(contract.reportAdd, params, options),
    await run.client.dataOf(contract.reportAdd, params, options),
  ];
  const isSame = first?.report != null && first.report.id === repeated?.report?.id;
  return problemUnless(
    isSame,
    { where: `POST ${contract.reportAdd.path}` },
    'repeating a report creates a second one',
    'Recognise a repeated report by its key.',
  );
}
