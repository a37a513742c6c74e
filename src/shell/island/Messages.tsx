import { $notification, $toast } from '../state/messages.ts';
import { useStored } from './use-stored.ts';

/**
 * Red banner at the top with white text (docs/product.md, section 8). The live region stays in the page, so that screen
 * readers announce its content.
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
