import { eventHelpClick } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { addHelpClick } from '../store/visitors/devices.ts';
import { helpEvent } from './help-event.ts';

export const eventHelpClickHandler = handle(eventHelpClick, ({ active_id }, context) => {
  const device = deviceOf(context);
  const { state } = helpEvent(context, active_id);
  if (state === 'expired') throw new ApiFault('EVENT_EXPIRED', 'Help event has expired');
  if (state === 'open') addHelpClick(context.store.visitors, active_id, device, context.now());
  return { event: helpEvent(context, active_id) };
});
