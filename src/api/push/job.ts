import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Store } from '../store/index.ts';
import { bookBriefs, bookReferences } from '../store/reads/index.ts';
import {
  dropSubscription,
  dueNews,
  followedBooks,
  forgetNews,
  type Outgoing,
  postponeNews,
  queueNews,
} from '../store/visitors/push.ts';
import type { PushKeys } from './keys.ts';
import type { PushSender, Sent } from './send.ts';

/** Who sends, by brand. */
export interface PushBrand {
  readonly keys: PushKeys;
  /** Where a push service can ask whoever sends: `mailto:help@example.com`. */
  readonly contact: string;
}

export interface PushJobConfig {
  readonly store: Store;
  readonly brands: ReadonlyMap<string, PushBrand>;
  readonly sender: PushSender;
  readonly log: Log;
  readonly now: () => Date;
}

const AT_ONCE = 8;
const MOST_AT_A_TIME = 1000;
/** After these tries, a minute, then two, four … apart, the news is old. */
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 60_000;

/** Tells browsers of new chapters of the books they follow: each chapter once, whatever happens on the way. */
export async function tellNews(config: PushJobConfig): Promise<void> {
  const { store, now } = config;
  for (const { book_id, told } of followedBooks(store.visitors)) queueBook(config, book_id, told);
  const due = dueNews(store.visitors, now(), MOST_AT_A_TIME);
  const worker = async () => {
    for (let next = due.shift(); next; next = due.shift()) await deliver(config, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Several chapters at once are one piece of news, of the last of them. */
function queueBook({ store, now }: PushJobConfig, id: number, told: number): void {
  const chapter = bookBriefs(store.catalogue, [id])[0]?.last_chapter;
  const [book] = bookReferences(store.catalogue, [id]);
  if (!book || !chapter || chapter.number <= told) return;
  const more = chapter.number - told - 1;
  const body = more > 0 ? `${chapter.title} (+${more})` : chapter.title;
  const news = { book_id: id, told, chapter_id: chapter.id, number: chapter.number, title: book.title, body };
  queueNews(store.visitors, news, now());
}

async function deliver(config: PushJobConfig, news: Outgoing): Promise<void> {
  const { store, brands, sender, log, now } = config;
  const brand = brands.get(news.brand);
  if (!brand) {
    // It has no keys any more.
    forgetNews(store.visitors, news);
    return;
  }
  const { endpoint, p256dh, auth } = news;
  try {
    const message = { endpoint, p256dh, auth, text: textOf(news), topic: `book-${news.book_id}`, ...brand };
    settle(config, news, await sender.send(message, now()));
  } catch (error) {
    log.warn(`a notification cannot be sent: ${messageOf(error)}`);
    forgetNews(store.visitors, news);
  }
}

/** What the service worker shows (src/browser/service-worker/notices.ts). */
const textOf = ({ title, body, reader, book_id, chapter_id }: Outgoing) =>
  JSON.stringify({ title, body, path: `${reader}/${book_id}/${chapter_id}`, tag: `book-${book_id}` });

function settle({ store, log, now }: PushJobConfig, news: Outgoing, sent: Sent): void {
  if (sent.kind === 'gone') dropSubscription(store.visitors, news.endpoint);
  if (sent.kind === 'refused') log.warn('a push service refused a notification', { brand: news.brand });
  if (sent.kind === 'later' && news.tries + 1 < MOST_TRIES) {
    const pause = Math.max(FIRST_PAUSE_MS * 2 ** news.tries, sent.seconds * 1000);
    postponeNews(store.visitors, news, now().getTime() + pause);
  } else forgetNews(store.visitors, news);
}
