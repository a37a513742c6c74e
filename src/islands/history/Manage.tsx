import { HiddenTags } from './HiddenTags.tsx';
import { Transfer } from './Transfer.tsx';
import type { ListProps } from './YourBooks.tsx';

/** What holds for the library as a whole. */
export function Manage({ island, offer }: ListProps) {
  return (
    <>
      <HiddenTags island={island} offer={offer} />
      <Transfer t={island.t} />
    </>
  );
}
