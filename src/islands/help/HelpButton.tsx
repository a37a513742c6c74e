import { useEffect, useState } from 'react';
import { eventHelpClick } from '#src/contract/calls/event-help-click.ts';
import { eventInviteActivityHelpPage } from '#src/contract/calls/event-invite-activity-help-page.ts';
import type { HelpEvent } from '#src/contract/entities/visitor.ts';
import { callUpstream, showFailure } from '#src/stores/host.ts';
import { toast } from '#src/stores/messages.ts';
import { Notification } from '../ui/Notification.tsx';
import { Toast } from '../ui/Toast.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';

/** Texts: area `novel`. */
export interface HelpButtonProps extends IslandProps {
  readonly activeId: number;
  /** The event's state for a visitor without a device id. */
  readonly state: HelpEvent['state'];
}

/** Counts this visit as help. Its three states: Success, Click succeeded, Help event has expired (spec 4). */
export function HelpButton(props: HelpButtonProps) {
  const { t } = useIsland<'novel'>(props);
  const { activeId } = props;
  const [state, setState] = useState(props.state);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void callUpstream(eventInviteActivityHelpPage, { active_id: activeId }, { quiet: true }).then(({ data }) => {
      if (data.event) setState(data.event.state);
    });
  }, [activeId]);

  const help = async () => {
    setBusy(true);
    const result = await callUpstream(eventHelpClick, { active_id: activeId }, { quiet: true });
    setBusy(false);
    const { event } = result.data;
    if (event) {
      setState(event.state);
      toast(t('help-clicked'));
    } else if (result.errors[0]?.code === 'EVENT_EXPIRED') setState('expired');
    else await showFailure(result);
  };

  return (
    <>
      <Notification />
      <Toast />
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
