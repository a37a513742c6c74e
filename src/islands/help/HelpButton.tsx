import { useEffect, useState } from 'react';
import { eventHelpClick } from '#src/contract/calls/event-help-click.ts';
import { eventInviteActivityHelpPage } from '#src/contract/calls/event-invite-activity-help-page.ts';
import type { HelpEvent } from '#src/contract/entities/visitor.ts';
import { callUpstream } from '#src/stores/host.ts';
import { Notification } from '../ui/Notification.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';

export interface HelpButtonProps extends IslandProps {
  readonly activeId: number;
  /** The event's state for a visitor without a device id. */
  readonly state: HelpEvent['state'];
}

/** Counts this visit as help. Its three states: Success, Click succeeded, Help event has expired (spec 4). */
export function HelpButton(props: HelpButtonProps) {
  const { t } = useIsland(props);
  const [state, setState] = useState(props.state);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void callUpstream(eventInviteActivityHelpPage, { active_id: props.activeId }, { quiet: true }).then(({ data }) => {
      if (data.event) setState(data.event.state);
    });
  }, [props.activeId]);

  const help = async () => {
    setBusy(true);
    const { data, errors } = await callUpstream(eventHelpClick, { active_id: props.activeId });
    setBusy(false);
    if (data.event) setState(data.event.state);
    else if (errors[0]?.code === 'EVENT_EXPIRED') setState('expired');
  };

  return (
    <div className="help-state" data-state={state} aria-live="polite">
      <Notification />
      {state === 'open' ? (
        <button type="button" className="button" disabled={busy} onClick={() => void help()}>
          {t('help-now')}
        </button>
      ) : (
        <p>{t(`help-${state}`)}</p>
      )}
    </div>
  );
}
