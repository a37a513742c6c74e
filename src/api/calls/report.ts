import { reportAdd } from '#src/contract/index.ts';
import { checkLimit, requireFound } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { chapterContent } from '../store/reads/index.ts';
import { addReport, type ReportRow, reportOfKey } from '../store/visitors/reports.ts';
import { requireBook } from './book.ts';

export const reportAddHandler = handle(reportAdd, async (report, context) => {
  const { store, limits, address, brand, section, user, now } = context;
  const device = deviceOf(context);
  const earlier = await reportOfKey(store.visitors, brand, report.key);
  if (earlier) return answer(earlier);
  checkLimit(await limits.reportsByAddress.consume(address));
  checkLimit(await limits.reportsByDevice.consume(device));
  await requireBook(context, report.book_id);
  requireFound(await chapterContent(store.catalogue, report.book_id, report.chapter_id, now()), 'chapter');
  await addReport(store.visitors, { brand, section, user, now: now() }, report);
  return answer(requireFound(await reportOfKey(store.visitors, brand, report.key), 'report'));
});

const answer = ({ id, created_at }: ReportRow) => ({ report: { id, created_at } });
