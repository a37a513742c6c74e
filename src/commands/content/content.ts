import { join } from 'node:path';
import { auditLog, openStore, type Store, storedBooks, storedChapters, storedEditions } from '#src/api/index.ts';
import { getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { allow, type ContentRequest, change, edit, knownBook, publish, takeDownBook } from './content-change.ts';
import { bookChanges, type ContentSwitches, countOf, momentOf } from './content-options.ts';
import { booksText, bookText, type ContentChange, changeText, editionsText, logText } from './content-text.ts';

/**
 * Runs an action on the content of the embedded API and prints its result.
 * @returns the exit code
 */
export async function runContent(positionals: readonly string[], switches: ContentSwitches): Promise<number> {
  const [action = '', argument, ...more] = positionals;
  const config = getConfig(process.env);
  if (config.upstream !== undefined)
    throw new ConfigError('LECTERN_UPSTREAM is set, so the content belongs to that upstream. Change it there.');
  if (more.length > 0) throw new ConfigError(`"${more[0]}" is one argument too many. ${ACTIONS}`);
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    const { value, text, exitCode = EXIT.done } = await answer({ config, store, switches, action, argument });
    print(`${switches.json ? JSON.stringify(value) : text}\n`);
    return exitCode;
  } finally {
    await store.close();
  }
}

const ACTIONS =
  'Use: list [TEXT], show ID, log [ID], editions ID, edit ID FIELDS, publish ID, unpublish ID, schedule ID --at MOMENT, delete ID, takedown ID or allow ID.';

interface Answer {
  readonly value: unknown;
  readonly text: string;
  readonly exitCode?: number;
}

async function answer(request: ContentRequest): Promise<Answer> {
  const { store, switches, action, argument } = request;
  const limit = countOf('--limit', switches.limit);
  const changes = bookChanges(switches);
  if (switches.at !== undefined && action !== 'schedule') throw new ConfigError('--at applies to schedule only.');
  if (switches.chapter !== undefined && !['publish', 'unpublish', 'schedule'].includes(action))
    throw new ConfigError('--chapter applies to publish, unpublish and schedule only.');
  if (switches.reason !== undefined && action !== 'takedown')
    throw new ConfigError('--reason applies to takedown only.');
  if (action !== 'edit' && Object.keys(changes).length > 0)
    throw new ConfigError('Fields apply to edit only: npm run content -- edit ID FIELDS.');
  switch (action) {
    case 'list':
      return show(await storedBooks(store.catalogue, argument ?? '', limit), booksText);
    case 'log': {
      const book = argument === undefined ? undefined : countOf('The id', argument);
      return show(await auditLog(store.catalogue, book, limit), logText);
    }
    case 'show':
      return show(await withChapters(store, await knownBook(store, argument)), bookText);
    case 'editions': {
      const { id, work } = await knownBook(store, argument);
      return show({ work, ...(await storedEditions(store.catalogue, id)) }, editionsText);
    }
    case 'edit':
      return showChange(await edit(request, changes));
    case 'publish':
      return showChange(await publish(request, 'published'));
    case 'unpublish':
      return showChange(await publish(request, 'draft'));
    case 'schedule':
      return showChange(await publish(request, momentOf(switches.at, new Date())));
    case 'takedown':
      return showChange(await takeDownBook(request));
    case 'allow':
      return showChange(await allow(request));
    case 'delete':
      return showChange(await change(request, (writer, key) => writer.removeBook(key)));
    default:
      throw new ConfigError(`Unknown action "${action}". ${ACTIONS}`);
  }
}

const show = <T>(value: T, toText: (value: T) => string): Answer => ({ value, text: toText(value) });

/** Formats a change. Its exit code is the highest of all published brands. */
function showChange(value: ContentChange): Answer {
  const codes = (value.published ?? []).map(({ exitCode }) => exitCode);
  return { value, text: changeText(value), exitCode: Math.max(EXIT.done, ...codes) };
}

const withChapters = async (store: Store, book: Awaited<ReturnType<typeof knownBook>>) => ({
  ...book,
  chapter_list: await storedChapters(store.catalogue, book.id),
});
