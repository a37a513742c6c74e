-- A novel database as a site might have had it for years.
CREATE TABLE writers (id INTEGER PRIMARY KEY, pen_name TEXT NOT NULL, about TEXT NOT NULL DEFAULT '', joined TEXT NOT NULL);
CREATE TABLE genres (id INTEGER PRIMARY KEY, lang TEXT NOT NULL, name TEXT NOT NULL, about TEXT NOT NULL DEFAULT '', created TEXT NOT NULL);
CREATE TABLE tags (id INTEGER PRIMARY KEY, genre_id INTEGER NOT NULL REFERENCES genres, name TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE novels (
  id INTEGER PRIMARY KEY,
  lang TEXT NOT NULL,
  title TEXT NOT NULL,
  writer_id INTEGER NOT NULL REFERENCES writers,
  genre_id INTEGER NOT NULL REFERENCES genres,
  blurb TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('ongoing', 'hiatus', 'completed', 'hidden')),
  cover_url TEXT,
  views INTEGER NOT NULL DEFAULT 0,
  stars INTEGER NOT NULL DEFAULT 0, -- sum of all votes
  votes INTEGER NOT NULL DEFAULT 0,
  published TEXT NOT NULL, -- times are UTC, as YYYY-MM-DD HH:MM:SS
  modified TEXT NOT NULL
);
CREATE TABLE novel_tags (novel_id INTEGER NOT NULL REFERENCES novels, tag_id INTEGER NOT NULL REFERENCES tags, PRIMARY KEY (novel_id, tag_id));
CREATE TABLE chapters (
  id INTEGER PRIMARY KEY,
  novel_id INTEGER NOT NULL REFERENCES novels,
  position REAL NOT NULL, -- 12.5 is an extra between 12 and 13
  volume TEXT,
  heading TEXT NOT NULL,
  body TEXT NOT NULL, -- plain text, one paragraph per line
  word_count INTEGER NOT NULL,
  is_extra INTEGER NOT NULL DEFAULT 0,
  is_draft INTEGER NOT NULL DEFAULT 0,
  modified TEXT NOT NULL
);
CREATE INDEX chapters_of_novel ON chapters (novel_id, position);

INSERT INTO writers VALUES
  (1, 'Ines Halloran', 'Keeps bees and writes before sunrise.', '2021-03-02 08:00:00'),
  (2, 'Tobias Wren', 'Former ship’s cook.', '2022-06-11 10:30:00'),
  (3, 'Lucía Ferrán', 'Escribe novelas de misterio en Cádiz.', '2023-01-20 09:15:00');

INSERT INTO genres VALUES
  (1, 'en', 'Fantasy', 'Magic with a price.', '2021-01-01 00:00:00'),
  (2, 'en', 'Mystery', 'Somebody knows more than they say.', '2021-01-01 00:00:00'),
  (3, 'es', 'Misterio', 'Alguien calla lo que sabe.', '2023-01-01 00:00:00');

INSERT INTO tags VALUES
  (1, 1, 'Dragons', '2021-01-02 00:00:00'),
  (2, 1, 'Found Family', '2021-01-02 00:00:00'),
  (3, 2, 'Island', '2021-01-02 00:00:00'),
  (4, 2, 'Slow Burn', '2021-01-02 00:00:00'),
  (5, 3, 'Puerto', '2023-01-02 00:00:00');

INSERT INTO novels VALUES
  (101, 'en', 'The Dragon Who Kept Accounts', 1, 1, 'A dragon hires a bookkeeper, and the bookkeeper finds a mistake in the hoard.', 'ongoing', NULL, 48210, 1371, 298, '2024-02-01 07:00:00', '2026-02-11 18:05:40'),
  (102, 'en', 'Nine Lamps on Fenwick Street', 1, 1, 'Nine lamplighters share a house, a debt and a secret.', 'completed', NULL, 39554, 902, 205, '2023-05-12 07:00:00', '2025-01-30 12:00:00'),
  (103, 'en', 'The Ferry Does Not Stop Here', 2, 2, 'A ferry passes an island every day. One morning somebody on the shore waves.', 'ongoing', NULL, 27120, 611, 133, '2024-09-09 07:00:00', '2026-03-01 04:05:06'),
  (104, 'en', 'A Recipe for Fog', 2, 2, 'The cook of a becalmed ship is the only one who did not hear the bell.', 'completed', NULL, 11870, 0, 0, '2025-04-22 07:00:00', '2025-10-02 09:30:00'),
  (105, 'en', 'Untitled Draft', 2, 2, 'Not published yet.', 'hidden', NULL, 0, 0, 0, '2026-01-01 00:00:00', '2026-01-01 00:00:00'),
  (201, 'es', 'La última barca de Cádiz', 3, 3, 'Una barca vuelve al puerto sin nadie a bordo.', 'ongoing', NULL, 8800, 240, 52, '2024-11-15 07:00:00', '2026-02-20 10:00:00');

INSERT INTO novel_tags VALUES (101, 1), (101, 2), (102, 2), (103, 3), (103, 4), (104, 4), (201, 5);

INSERT INTO chapters VALUES
  (1001, 101, 1, 'Volume 1', 'The Advertisement', 'The advertisement asked for someone patient, numerate and not easily burned.
Maud was two of these, and she needed the money.
“Any experience with gold & gems?” asked the dragon.
“Only with other people’s,” said Maud.', 39, 0, 0, '2024-02-01 07:00:00'),
  (1002, 101, 2, 'Volume 1', 'The First Column', 'She counted for eleven days. On the twelfth she counted again, because the sum was <i>too</i> large.
Nobody had stolen anything. Somebody had been putting gold back.', 27, 0, 0, '2024-02-08 07:00:00'),
  (1003, 101, 2.5, 'Volume 1', 'Extra: What the Goat Saw', 'The goat had been in the cave all along, and nobody had asked it.', 14, 1, 0, '2024-02-10 07:00:00'),
  (1004, 101, 3, 'Volume 2', 'The Auditor', 'The auditor arrived by the front door, which dragons consider rude.', 11, 0, 0, '2026-02-11 18:05:40'),
  (1005, 101, 4, 'Volume 2', 'Not Finished', 'To be written.', 3, 0, 1, '2026-02-12 09:00:00'),
  (1011, 102, 1, NULL, 'The Ladder', 'Every evening at five the nine of them carried one ladder down Fenwick Street.
They had had two ladders once.', 21, 0, 0, '2023-05-12 07:00:00'),
  (1012, 102, 2, NULL, 'The Tenth Lamp', 'There was no tenth lamp on the list, but there it stood, and it was lit.', 16, 0, 0, '2025-01-30 12:00:00'),
  (1021, 103, 1, NULL, 'Starboard', 'From the starboard rail you can see the island for four minutes.
In eleven years nobody had ever waved back.', 20, 0, 0, '2024-09-09 07:00:00'),
  (1022, 103, 2, NULL, 'The Timetable', 'The timetable gave the island a line of its own, with no times in it.', 14, 0, 0, '2026-03-01 04:05:06'),
  (1031, 104, 1, NULL, 'Becalmed', 'Take one ship, and no wind. Leave to stand for nine days.', 12, 0, 0, '2025-04-22 07:00:00'),
  (2011, 201, 1, NULL, 'La barca', 'La barca entró en el puerto al amanecer, con las velas recogidas y nadie a bordo.', 16, 0, 0, '2024-11-15 07:00:00');
