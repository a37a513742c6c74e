import { randomUUID } from 'node:crypto';
import type { Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { authRegister } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { LecternError } from '#src/lib/errors.ts';
import { silentLog } from '#src/lib/log.ts';
import type { Known, Visitor } from './screen.ts';

const DAY = 24 * 60 * 60 * 1000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** Creates an account with purchases, and the browser state of its visitor. */
export async function makeVisitor(
  api: { readonly origin: string; readonly prefix: string },
  store: Store,
  known: Omit<Known, 'visitor'>,
): Promise<Visitor> {
  const client = createServerClient({ ...api, log: silentLog });
  const account = { email: `ada.${randomUUID().slice(0, 8)}@example.com`, password: randomUUID(), name: 'Ada Reader' };
  const { data, status } = await client.call(authRegister, account, { locale: LOCALES.en });
  await client.close();
  if (!data.session)
    throw new LecternError('SCREENSHOTS', `No account could be created: auth.register answered ${status}.`);
  const { token, user } = data.session;
  await buy(store, user.id, known);
  const reading = {
    readlogList: JSON.stringify(readings(known)),
    'lectern:recent-searches': JSON.stringify(['harbour', 'slow burn', 'moon']),
  };
  const session = { token, userInfo: JSON.stringify({ ...user, coins: 340 }), loginStatus: 'true' };
  return { reading, session: { ...reading, ...session } };
}

function readings({ book, chapters, help, uncovered }: Omit<Known, 'visitor'>) {
  const place = chapters.at(2) ?? chapters.at(0) ?? null;
  const chapter = place && { id: place.id, number: place.number, title: place.title };
  const entries = [book, help.open.book, uncovered, help.expired.book];
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()].map((entry, index) => ({
    book: entry,
    cover: 'cover' in entry ? entry.cover : null,
    chapter: index === 2 ? null : chapter,
    read_at: daysFromNow(-index * 3),
  }));
}

/** Adds purchases in each state; used, unused and expired vouchers; and an unlocked chapter. */
async function buy({ visitors }: Store, user: number, { book, locked }: Omit<Known, 'visitor'>): Promise<void> {
  const unlock = sql`INSERT OR IGNORE INTO unlocks (user_id, book_id, chapter_id, unlocked_at) VALUES (${user}, ${locked.book}, ${locked.chapter}, ${daysFromNow(-3)})`;
  const reference = JSON.stringify({ id: book.id, title: book.title, category: book.category });
  await visitors.transaction(async (transaction) => {
    await transaction.run(sql`UPDATE users SET coins = 340 WHERE id = ${user}`);
    for (const [index, state] of ['paid', 'pending', 'failed', 'paid'].entries())
      await transaction.run(
        sql`INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (${user}, ${100 * (index + 1)}, ${`US$${index}.99`}, ${state}, ${daysFromNow(-20 + index * 5)})`,
      );
    await transaction.run(
      sql`INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (${user}, ${'Welcome'}, ${20}, ${null}, ${daysFromNow(30)}, ${daysFromNow(-1)})`,
    );
    await transaction.run(
      sql`INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (${user}, ${'A friend came'}, ${10}, ${reference}, ${daysFromNow(10)}, ${daysFromNow(-9)})`,
    );
    await transaction.run(
      sql`INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (${user}, ${'Spring'}, ${15}, ${null}, ${daysFromNow(-2)}, ${daysFromNow(-40)})`,
    );
    await transaction.run(unlock);
  });
}
