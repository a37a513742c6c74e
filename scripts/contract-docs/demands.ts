import { CASES } from '#src/contract/conformance/suite.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#src/contract/paging.ts';

/** What `npm run contract` checks for all calls. The text is part of the introduction of the OpenAPI document. */
export const GENERAL_DEMANDS = `An implementation of this contract passes \`npm run contract -- --url URL\`, which checks:

- A success is 200 with \`success\` 1, data that matches the schema and no \`errors\`. A failure has a status of 400 or above, \`success\` 0, the call's empty data and at least one error, whose code matches the status.
- A GET has an ETag, equal for equal bodies; a matching \`If-None-Match\` is answered with 304 and no body.
- \`lang\` is case-insensitive. A POST accepts \`section\` and \`lang\` in its body and in its query. A section without content is a success with empty lists.
- Unknown ids are 404 \`NOT_FOUND\`, never a success with null. An unimplemented call is 404 \`CALL_ABSENT\`, 405 or 501.
- Texts are plain text, never HTML, unless their schema has \`contentMediaType\` text/html. \`x-unit\` is the unit of a number.`;

const LIST = `Pages have the requested length (default ${DEFAULT_PAGE_SIZE}, at most ${MAX_PAGE_SIZE}), cover the list once in a fixed order and have the same \`total\`; pages after the last one have no items. \`page\` 0, a text as \`page\` and a \`page_size\` above ${MAX_PAGE_SIZE} are 400.`;

const CHANGES =
  'If it returns a `cursor`, a request with that cursor returns the changes since then, with their number as `total`, and the next cursor. An unknown cursor is 400.';

const has = (call: AnyCall, name: string) => Object.hasOwn(call.empty ?? {}, name);

/** The conformance suite's checks for a call, as a Markdown list; empty if there are none. */
export function demandsOf(call: AnyCall): string {
  const params = Object.keys(call.params.entries ?? {});
  const demands = [
    ...CASES.filter((own) => own.call === call).flatMap(({ demands = [] }) => demands),
    ...(params.includes('page') ? [LIST] : []),
    ...(params.includes('since') && has(call, 'total') ? [CHANGES] : []),
  ];
  return demands.length === 0 ? '' : `The conformance suite checks:\n\n${demands.map((one) => `- ${one}`).join('\n')}`;
}
