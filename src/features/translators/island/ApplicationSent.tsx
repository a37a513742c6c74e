import { useEffect, useRef } from 'react';
import type { AreaT } from '#src/shell/island/use-island.ts';

interface SentProps {
  readonly number: number;
  readonly email: string;
  readonly t: AreaT<'translator'>;
}

/** Confirms that the application was received, and explains the next steps. It replaces the form and gets the focus. */
export function ApplicationSent({ number, email, t }: SentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="apply-sent" role="status">
      <h3 ref={title} tabIndex={-1}>
        {t('sent-title')}
      </h3>
      <p>{t('sent-text', { number, email })}</p>
      <ol>
        {(['sent-1', 'sent-2', 'sent-3'] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
    </div>
  );
}
