import type { FormEvent } from 'react';
import { SLOT } from '#src/lib/book-text.ts';
import { FORM_PATHS } from '#src/routes/plain-forms.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { Icon } from '#src/shell/island/Icon.tsx';
import { Notification } from '#src/shell/island/Messages.tsx';
import { type AreaT, type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { giveHelp, type Help, type HelpState } from '../state.ts';
import { useExpiryText } from './use-expiry-text.ts';
import { useHelpEvent } from './use-help-event.ts';

/** `texts` contains texts of the area `novel`. */
export interface HelpButtonProps extends IslandProps {
  readonly activeId: number;
  readonly bookId: number;
  /** The event as a visitor without a device id sees it. */
  readonly event: HelpState;
  readonly inviter: string;
  /** Title of the book. */
  readonly title: string;
  /** BCP 47 tag of the book. */
  readonly language: string;
  /** Whether the upstream counts help. The progress is shown in either case. */
  readonly canHelp: boolean;
}

const LEADS = {
  open: 'help-text',
  clicked: 'help-clicked-text',
  success: 'help-success-text',
  expired: 'help-expired-text',
} as const;
const HEADINGS = { clicked: 'help-clicked', success: 'help-success', expired: 'help-expired' } as const;

/**
 * The button with which a visitor helps. The possible results are Success, Click succeeded, and Help event has expired
 * (docs/product.md, section 4).
 */
export function HelpButton(props: HelpButtonProps) {
  const { t, tag } = useIsland<'novel'>(props);
  const { help, offline } = useHelpEvent(props.activeId, props.event);
  const { state, helped, needed, expires_at } = help;
  const names = { name: props.inviter, title: SLOT };
  const progress = t('help-progress', { helped, needed });
  return (
    <div className="help-panel" data-state={state}>
      <Notification />
      <p className="help-lead">
        <BookPhrase text={t(LEADS[state], names)} value={props.title} language={props.language} tag={tag} />
      </p>
      <p className="help-progress">
        <progress value={Math.min(helped, needed)} max={Math.max(needed, 1)} aria-label={progress} />
        <span aria-hidden="true">{progress}</span>
      </p>
      <div className="help-state" data-state={state} aria-live="polite">
        {state !== 'open' && (
          <p>
            <Icon name={state === 'expired' ? 'clock' : 'check'} />
            {t(HEADINGS[state])}
          </p>
        )}
        {state === 'open' && props.canHelp && <HelpForm {...props} help={help} offline={offline} t={t} />}
      </div>
      {(state === 'open' || state === 'clicked') && <Deadline time={expires_at} tag={tag} t={t} />}
    </div>
  );
}

interface HelpFormProps extends Pick<HelpButtonProps, 'activeId' | 'bookId' | 'locale'> {
  readonly help: Help;
  readonly offline: boolean;
  readonly t: AreaT<'novel'>;
}

/**
 * The help button in a form, which works before the island has loaded (src/features/help-event/help-form.inline.ts).
 */
function HelpForm({ activeId, bookId, locale, help, offline, t }: HelpFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    void giveHelp();
  };
  return (
    <>
      <form className="help-form" method="post" action={FORM_PATHS.help} onSubmit={send}>
        <input type="hidden" name="event" value={activeId} />
        <input type="hidden" name="book" value={bookId} />
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="device" />
        <button type="submit" className="button" disabled={help.busy || offline}>
          <Icon name="help" />
          {t('help-now')}
        </button>
      </form>
      {offline ? <small>{t('help-offline')}</small> : help.lost && <small>{t('help-lost')}</small>}
    </>
  );
}

function Deadline({ time, tag, t }: { time: string; tag: string; t: AreaT<'novel'> }) {
  const { date, when } = useExpiryText(time, tag);
  return (
    <p className="help-deadline">
      <Icon name="clock" />
      <time dateTime={time}>{t('help-until', { date })}</time>
      {when !== '' && <span>{t('help-ends', { when })}</span>}
    </p>
  );
}
