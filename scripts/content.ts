import { runCommand } from '#src/lib/cli.ts';
import { runContent } from './programs/content.ts';
import { CONTENT_SWITCHES } from './programs/content-options.ts';

await runCommand({
  help: `Shows and changes the books of the embedded API's store (docs/operate/content.md).

npm run content -- list [TEXT]           books whose title or author holds the text
npm run content -- show ID               all fields of a book, and where it stands
npm run content -- log [ID]              who changed what, the newest first; of one book or of everything
npm run content -- edit ID FIELDS        changes what is given
npm run content -- publish ID            shows the book to visitors
npm run content -- unpublish ID          hides it: it is a draft
npm run content -- schedule ID --at T    shows it by itself from a moment on, such as 2026-12-01T18:00:00+01:00
npm run content -- takedown ID           removes it everywhere at once: API, live sites, kept releases, pictures; 410 from then on
npm run content -- allow ID              lets a book that was taken down be imported again, under another id
npm run content -- delete ID             removes the book: its pages go with the next rebuild and answer 410

FIELDS: --title, --author, --introduction, --category, --sub-category, --status finished|updating, --genres A,B,
  --tags A,B, --keywords A,B, --language, --rating N, --hot N, --brands A,B|all. An empty text empties a field that may be.

  --chapter N  publishes, hides or schedules this chapter alone; "show" names the ids
  --reason T   with takedown: the demand or law, for which its addresses answer 451
  --live       brings what was changed to the live sites at once
  --dry-run    changes nothing and names the pages of each live site that the next rebuild would change
  --limit N    at most so many books or entries of the log (50)
  --json       the answer as JSON on standard output

Exit codes: 0 done, also where nothing differs, 1 unexpected, 2 wrong use, such as an unknown id.`,
  options: CONTENT_SWITCHES,
  positionals: true,
  run: (switches, positionals) => runContent(positionals, switches),
});
