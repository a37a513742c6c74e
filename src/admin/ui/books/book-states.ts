import type { BookRecord } from '../../contract/records.ts';
import { choicesOf } from '../ui/choices.ts';

export const BOOK_STATES = choicesOf<BookRecord['status']>({ updating: 'Updating', finished: 'Finished' });
