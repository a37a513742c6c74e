import { describe, expect, it } from 'vitest';
import { readDocument, readManuscript } from '#src/api/manuscript/index.ts';
import { makeDocx, paragraph, run } from './make-docx.ts';

const prose = 'The river ran high that spring, and the old bridge stood half under water until May came. '.repeat(3);
const p = `<p>${prose}</p>`;
const read = (body: string) => readManuscript(new TextEncoder().encode(`<body>${body}</body>`), 'raft.html');
const chaptersOf = (body: string) => read(body).chapters.map(({ title, part, kind }) => [kind, part, title]);

describe('the headings of a page', () => {
  it('may be parts together with prologues of the same level', () => {
    const body = `<h1>Prologue</h1>${p}<h1>Part One</h1><h2>Rain</h2>${p}<h2>Fog</h2>${p}<h1>Epilogue</h1>${p}`;
    expect(chaptersOf(body)).toEqual([
      ['section', undefined, 'Prologue'],
      ['chapter', 'Part 1', 'Rain'],
      ['chapter', 'Part 1', 'Fog'],
      ['section', undefined, 'Epilogue'],
    ]);
  });

  it.each(['h1', 'h2'])('are joined with the %s below them if all chapters have only a number', (tag) => {
    const chapter = (number: string, title: string) => `<h1>Chapter ${number}</h1><${tag}>${title}</${tag}>${p}`;
    expect(chaptersOf(chapter('One', 'The Ford') + chapter('Two', 'The Mill'))).toEqual([
      ['chapter', undefined, 'Chapter 1: The Ford'],
      ['chapter', undefined, 'Chapter 2: The Mill'],
    ]);
  });

  it('are not joined if a chapter has none below', () => {
    const body = `<h1>Chapter One</h1><h2>Morning</h2>${p}<h1>Chapter Two</h1>${p}<h2>Evening</h2>${p}`;
    expect(chaptersOf(body).map(([, , title]) => title)).toEqual(['Chapter 1', 'Chapter 2']);
  });
});

describe('a text without headings', () => {
  it('has its title and author above the first chapter', () => {
    const body = `<p><b>The Raft</b></p><p>by Mara Lind</p><p>Chapter One</p>${p}<p>Chapter Two</p>${p}`;
    expect(read(body)).toMatchObject({ title: 'The Raft', authors: ['Mara Lind'] });
    expect(chaptersOf(body)).toHaveLength(2);
  });

  it('begins chapters at short lines in bold or in the middle at the beginning of pages', async () => {
    const title = (text: string) => paragraph(run(text, '<w:b/>'), '<w:jc w:val="center"/>');
    const page = paragraph('<w:r><w:br w:type="page"/></w:r>');
    const bold = paragraph(run('Level up', '<w:b/>'));
    const body = [title('Ford'), prose, page, title('Mill'), prose, bold, prose, page, title('Sea'), prose];
    const document = makeDocx(body.map((part) => (part === prose ? paragraph(run(prose)) : part)).join(''));
    const { chapters } = await readDocument(document, 'a.docx');
    expect(chapters.map((chapter) => chapter.title)).toEqual(['Ford', 'Mill', 'Sea']);
    expect(chapters[1]?.html).toContain('<p><strong>Level up</strong></p>');
  });

  it('is one chapter if its pages begin with ordinary text', () => {
    const page = `<p style="page-break-before: always">${prose}</p>`;
    expect(chaptersOf(p + page + page)).toHaveLength(1);
  });
});
