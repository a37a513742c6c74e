import { useState } from 'react';
import type * as v from 'valibot';
import type { Voucher } from '#src/contract/calls/user.ts';
import { SLOT } from '#src/lib/book-text.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import type { Island } from '#src/shell/island/use-island.ts';

interface VoucherRowProps {
  readonly island: Island<'account'>;
  readonly voucher: v.InferOutput<typeof Voucher>;
}

/** A row with a voucher and its state: used, valid or expired. */
export function VoucherRow({ island: { t, tag, paths }, voucher }: VoucherRowProps) {
  const { name, coins, used_on, expires_at } = voucher;
  const [now] = useState(() => Date.now());
  const expired = Date.parse(expires_at) <= now;
  const date = formatTime(expires_at, tag, { dateStyle: 'medium' });
  return (
    <li data-over={used_on !== null || expired ? '' : undefined}>
      <span className="row-main">
        <strong>{name}</strong>
        {used_on ? (
          <a className="plain-link" href={paths.novel(used_on)}>
            <BookPhrase
              text={t('used-on', { title: SLOT })}
              value={used_on.title}
              language={used_on.language}
              tag={tag}
            />
          </a>
        ) : (
          <time dateTime={expires_at}>{t(expired ? 'expired' : 'valid-until', { date })}</time>
        )}
      </span>
      <span className="row-side">
        <span className="amount">{t('coins', { count: coins })}</span>
      </span>
    </li>
  );
}
