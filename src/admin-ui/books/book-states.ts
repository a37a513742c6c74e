export const BOOK_STATES = [
  { id: 'updating', name: 'Updating' },
  { id: 'finished', name: 'Finished' },
];
