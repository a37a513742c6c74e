import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { runSuite } from '#src/contract/conformance/suite.ts';
import type { CallReport } from '#src/contract/conformance/types.ts';
import { type AnyCall, ErrorDetail, REQUIRED_CALLS } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { minimalTransport, type Spoil } from '../helpers/minimal-upstream.ts';
import { breakField, type Field, fieldsOf } from '../helpers/schema-fields.ts';

const isSuccess = (body: unknown) => typeof body === 'object' && body !== null && Reflect.get(body, 'success') === 1;

/**
 * Runs the contract check of one call while `spoil` corrupts the upstream's successful responses or its error
 * responses.
 */
async function check(call: AnyCall, success: boolean, spoil: (body: unknown) => boolean) {
  let spoiled = 0;
  const only: Spoil = (name, body) => {
    if (name === call.name && isSuccess(body) === success && spoil(body)) spoiled += 1;
    return body;
  };
  const options = { prefix: '/public', locale: LOCALES.en, only: [call.name] };
  const [report] = await runSuite(minimalTransport(only), options);
  return { report, spoiled };
}

/** Returns the texts of the problems in a report, with `*` instead of array indexes in field paths. */
const named = (report: CallReport | undefined) =>
  (report?.problems ?? []).map(({ what }) => what.replaceAll(/\.\d+(?=[. ])/g, '.*'));

async function expectNamed(call: AnyCall, { path, optional }: Field, success: boolean): Promise<void> {
  for (const fault of optional ? (['wrong'] as const) : (['missing', 'wrong'] as const)) {
    const { report, spoiled } = await check(call, success, (body) => breakField(body, path, fault));
    expect(spoiled, `the recorded upstream never sends ${path.join('.')}`).toBeGreaterThan(0);
    expect(report?.state).toBe('failed');
    expect(named(report).join('\n')).toContain(`${path.join('.')} is`);
  }
}

describe.each(REQUIRED_CALLS.map((call) => [call.name, call] as const))('a response of %s', (_name, call) => {
  const envelope = v.object({ success: v.number(), data: call.data, errors: v.array(v.unknown()) });

  it.each(fieldsOf(envelope).map((field) => [field.path.join('.'), field] as const))(
    'is rejected if %s is missing or invalid, with an error that names the field',
    (_path, field) => expectNamed(call, field, true),
  );
});

const errorEnvelope = v.object({ success: v.number(), errors: v.array(ErrorDetail) });
const errorsOnly = REQUIRED_CALLS.filter(({ errors }) => errors.length > 0);

describe.each(errorsOnly.map((call) => [call.name, call] as const))('an error response of %s', (_name, call) => {
  it.each(fieldsOf(errorEnvelope).map((field) => [field.path.join('.'), field] as const))(
    'is rejected if %s is missing or invalid, with an error that names the field',
    (_path, field) => expectNamed(call, field, false),
  );
});

it('the contract check accepts lists without cursors', async () => {
  const cursorless: Spoil = (_name, body) => {
    breakField(body, ['data', 'cursor'], 'missing');
    return body;
  };
  const only = ['seo.book_tags', 'seo.keywords.page'];
  const reports = await runSuite(minimalTransport(cursorless), { prefix: '/public', locale: LOCALES.en, only });
  expect(reports.map(({ state }) => state)).toEqual(['passed', 'passed']);
});

describe('the contract check of responses with contradictory values', () => {
  const set = (path: string, change: (value: unknown) => unknown) => (body: unknown) => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((value, name) => (value ? Reflect.get(Object(value), name) : undefined), body);
    if (typeof parent !== 'object' || parent === null || !(last in parent)) return false;
    return Reflect.set(parent, last, change(Reflect.get(parent, last)));
  };
  const plus = (value: unknown) => Number(value) + 1;
  const twice = (value: unknown) =>
    Array.isArray(value) && value.length > 1 ? [value[0], ...value.slice(0, -1)] : value;
  const shorter = (value: unknown) => (Array.isArray(value) ? value.slice(0, -1) : value);

  const lockedUntil = (free_from: string) => (chapter: unknown) => ({
    ...Object(chapter),
    locked: true,
    price: 3,
    free_from,
  });

  it.each([
    ['author.home', 'data.author.id', plus, 'author.id is'],
    ['author.home', 'data.author.books', plus, 'author.books is'],
    ['author.home', 'data.author', () => null, 'author is null'],
    ['author.home', 'data.books.page_size', plus, 'page_size is'],
    ['author.home', 'data.books.items.0.author.id', plus, 'another author'],
    ['banner.index', 'data.items', twice, 'items contains an id twice'],
    ['banner.index', 'data.items.0.target.book.id', () => 999, 'book 999 is listed'],
    ['banner.index', 'data.items.3.target.id', () => 999, 'ranking popular/999'],
    ['book.chapters', 'data.items.1.number', plus, 'items.1.number is 3, expected 2'],
    ['book.chapters', 'data.items.1', lockedUntil('2020-01-01T00:00:00Z'), 'items.1 is locked, although its free_from'],
    ['book.chapters', 'data.items', twice, 'items contains an id twice'],
    ['recommend.index3', 'data.items.0.books.0.title', () => 'Another', 'in book.show'],
    ['recommend.index3', 'data.items.1.books', twice, 'items.1.books contains an id twice'],
    ['recommend.tag_group_list', 'data.items.0.tags.0.id', () => 999, 'tag 999'],
    ['bookRank.list', 'data.items', twice, 'items contains a type twice'],
    ['bookRank.book_list', 'data.total', plus, 'total of'],
    ['bookRank.book_list', 'data.page', plus, 'page is'],
    ['bookRank.book_list', 'data.items', twice, 'twice'],
    ['bookRank.book_list', 'data.items', shorter, 'items has'],
    ['book.show', 'data.book', () => null, 'book is null'],
    ['book.show', 'data.book.id', plus, 'book.id is'],
    ['book.show', 'data.book.chapters', plus, 'book.chapters is'],
    ['book.show', 'data.book.first_chapter_id', plus, 'book.first_chapter_id is'],
    ['book.show', 'data.book.last_chapter.id', plus, 'book.last_chapter.id is'],
    ['book.show', 'data.book.brands', () => ['oak', 'elm', 'oak'], 'book.brands contains a brand twice'],
    ['bookRank.book_list', 'data.items.0.brands', () => ['oak', 'elm'], 'by freenovel in book.show'],
    ['recommend.index3', 'data.items.0.books.0.brands', () => undefined, 'offered by every brand here'],
    ['book.show', 'data.book.author.id', () => 999, 'author.home of 999 lacks book'],
    ['seo.keywords.page', 'data.items', twice, 'twice'],
    ['seo.book_tags', 'data.total', plus, 'total of'],
    ['search.multi', 'data.books.items', () => [], 'books.items lacks'],
    ['search.multi', 'data.authors.total', plus, 'total of'],
    ['search.multi', 'data.tags.items', () => [], 'tags.items lacks'],
    ['search.multi', 'data.keywords.items', () => [], 'keywords.items lacks'],
    ['event.inviteActivityHelpPage', 'data.event.id', plus, 'event.id is'],
    ['event.inviteActivityHelpPage', 'data.event.book.id', () => 999, 'book 999 is listed'],
  ] as const)('reports a contradiction in %s (%s)', async (name, path, change, words) => {
    const call = REQUIRED_CALLS.find((candidate) => candidate.name === name);
    if (!call) throw new Error(`${name} is not a required call`);
    const { report, spoiled } = await check(call, true, set(path, change));
    expect(spoiled).toBeGreaterThan(0);
    expect(report?.state).toBe('failed');
    expect(report?.problems.map(({ what }) => what).join('\n')).toContain(words);
  });

  /** `rating_count` is optional, so these cases set it. */
  it.each([
    ['a rating without readers', { rating: 4.5, rating_count: 0 }, 'rating is 4.5, but rating_count is 0'],
    ['readers without a rating', { rating: null, rating_count: 3 }, 'rating is null, but rating_count is 3'],
    ['a rating with readers', { rating: 4.5, rating_count: 3 }, undefined],
    ['no rating yet', { rating: null, rating_count: 0 }, undefined],
    ['a rating without a count', { rating: 4.5, rating_count: undefined }, undefined],
  ])('checks that rating and rating_count agree in book.show: %s', async (_name, rating, words) => {
    const call = REQUIRED_CALLS.find(({ name }) => name === 'book.show');
    if (!call) throw new Error('book.show is not a required call');
    const { report, spoiled } = await check(call, true, (body) => {
      const book = Reflect.get(Object(Reflect.get(Object(body), 'data')), 'book');
      return Boolean(book && Object.assign(book, rating));
    });
    expect(spoiled).toBeGreaterThan(0);
    const ofRatings = report?.problems.flatMap(({ what }) => (what.startsWith('rating is') ? [what] : []));
    expect([...new Set(ofRatings)]).toEqual(words === undefined ? [] : [words]);
  });
});
