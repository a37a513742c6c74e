/** A step of the visitors' schema: the tables of living lists (docs/operate/analytics.md#living-lists). */
export const LIVING_LISTS = `
-- For brands with living lists: a hash of the network with the salt of the day, 0 for devices that do not count.
ALTER TABLE statistics_devices ADD COLUMN network INTEGER NOT NULL DEFAULT 0;
CREATE INDEX statistics_devices_of_lists ON statistics_devices (day, brand, section, device, book_id)
  WHERE chapter_id = 0 AND network > 0;
-- Readers by day; finishers have read the last chapter of a finished book.
CREATE TABLE living_books (
  brand TEXT NOT NULL, day TEXT NOT NULL, section INTEGER NOT NULL, book_id INTEGER NOT NULL, readers INTEGER NOT NULL,
  finishers INTEGER NOT NULL,
  PRIMARY KEY (brand, day, section, book_id)
) STRICT, WITHOUT ROWID;
-- Books that the same devices read on the same day; other_id is the larger id. networks is the maximum of a day.
CREATE TABLE living_pairs (
  brand TEXT NOT NULL, section INTEGER NOT NULL, book_id INTEGER NOT NULL, other_id INTEGER NOT NULL, month TEXT NOT NULL,
  readers INTEGER NOT NULL, days INTEGER NOT NULL, networks INTEGER NOT NULL,
  PRIMARY KEY (brand, section, book_id, other_id, month)
) STRICT, WITHOUT ROWID;
-- The computed lists. entries is JSON: a list of pairs of a book and its figure; day is when the entries last changed.
CREATE TABLE living_lists (
  brand TEXT NOT NULL, section INTEGER NOT NULL, list TEXT NOT NULL, subject INTEGER NOT NULL, entries TEXT NOT NULL,
  day TEXT NOT NULL,
  PRIMARY KEY (brand, section, list, subject)
) STRICT, WITHOUT ROWID;
-- The last day for which the lists of a brand were computed.
CREATE TABLE living_days (brand TEXT PRIMARY KEY, day TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
