import { useEffect, useState } from 'react';

const SHOWN_MS = 8000;

/** Something that was just taken away and can be brought back. */
export interface Undo {
  readonly title: string;
  readonly run: () => void;
}

/** The last removal, offered back for a while. */
export function useUndo(): [undo: Undo | null, offer: (undo: Undo | null) => void] {
  const [undo, setUndo] = useState<Undo | null>(null);
  useEffect(() => {
    if (undo === null) return undefined;
    const timer = setTimeout(() => setUndo(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [undo]);
  return [undo, setUndo];
}
