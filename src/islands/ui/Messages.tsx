import { $notification, $toast } from '#src/stores/messages.ts';
import { useStored } from './use-stored.ts';

/** Red banner on top with white text (product 8). The region stays, so that screen readers say what comes into it. */
export function Notification() {
  const message = useStored($notification, null);
  return (
    <div className="notification" role="alert">
      {message !== null && <p>{message}</p>}
    </div>
  );
}

/** A word in the middle of the screen about what was done (product 9). */
export function Toast() {
  const message = useStored($toast, null);
  return (
    <div className="toast" role="status">
      {message !== null && <p>{message}</p>}
    </div>
  );
}
