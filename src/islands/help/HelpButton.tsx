import { useEffect, useState } from 'react';
import { eventHelpClick } from '#src/contract/calls/event-help-click.ts';
import { eventInviteActivityHelpPage } from '#src/contract/calls/event-invite-activity-help-page.ts';
import type { HelpEvent } from '#src/contract/entities/visitor.ts';
import { callUpstream, showFailure } from '#src/stores/host.ts';
import { Notification } from '../ui/Notification.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';

/** Texts: area `novel`. */
export interface HelpButtonProps extends IslandProps {
  readonly activeId: number;
  /** The event as a visitor without a device id sees it. */
  readonly event: Pick<HelpEvent, 'state' | 'helped' | 'needed'>;
}

/** Counts this visit as help. Its three states: Success, Click succeeded, Help event has expired (spec 4). */
export function HelpButton(props: HelpButtonProps) {
  const { t } = useIsland<'novel'>(props);
  const { activeId } = props;
  const [event, setEvent] = useState(props.event);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void callUpstream(eventInviteActivityHelpPage, { active_id: activeId }, { quiet: true }).then(({ data }) => {
      if (data.event) setEvent(data.event);
    });
  }, [activeId]);

  const help = async () => {
    setBusy(true);
    const result = await callUpstream(eventHelpClick, { active_id: activeId }, { quiet: true });
    setBusy(false);
    if (result.data.event) setEvent(result.data.event);
    else if (result.errors[0]?.code === 'EVENT_EXPIRED') setEvent({ ...event, state: 'expired' });
    else await showFailure(result);
  };

  const { state, helped, needed } = event;
  const progress = t('help-progress', { helped, needed });
  return (
    <>
      <Notification />
      <p className="help-progress">
        <progress value={Math.min(helped, needed)} max={Math.max(needed, 1)} aria-label={progress} />
        <span aria-hidden="true">{progress}</span>
      </p>
      <div className="help-state" data-state={state} aria-live="polite">
        {state === 'open' ? (
          <button type="button" className="button" disabled={busy} onClick={() => void help()}>
            {t('help-now')}
          </button>
        ) : (
          <p>{t(`help-${state}`)}</p>
        )}
      </div>
    </>
  );
}
