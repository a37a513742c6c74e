// The script at the end of a chapter: a file, so that the next chapters do not contain it again.
import './report-form.inline.ts';
import './restore-position.inline.ts';
