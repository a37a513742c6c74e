import { $notification, $toast } from '../state/messages.ts';
import { useStored } from './use-stored.ts';

/**
 * The red banner at the top for failures (docs/product.md, section 8). The live region is in the page even when it is
 * empty, so that screen readers announce new content.
 */
export function Notification() {
  const message = useStored($notification, null);
  return (
    <div className="notification" role="alert">
      {message !== null && <p>{message}</p>}
    </div>
  );
}

/** A toast in the middle of the screen about a completed action (docs/product.md, section 9). */
export function Toast() {
  const message = useStored($toast, null);
  return (
    <div className="toast" role="status">
      {message !== null && <p>{message}</p>}
    </div>
  );
}
