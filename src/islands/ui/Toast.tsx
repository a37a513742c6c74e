import { $toast } from '#src/stores/messages.ts';
import { useStored } from './use-stored.ts';

/** A word in the middle of the screen about what was done (spec 9). */
export function Toast() {
  const message = useStored($toast, null);
  return (
    <div className="toast" role="status">
      {message !== null && <p>{message}</p>}
    </div>
  );
}
