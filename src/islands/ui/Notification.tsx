import { $notification } from '#src/stores/host.ts';
import { useStored } from './use-stored.ts';

/** Red banner on top with white text (spec 8). */
export function Notification() {
  const message = useStored($notification, null);
  return (
    <div className="notification" role="alert" hidden={message === null}>
      {message}
    </div>
  );
}
