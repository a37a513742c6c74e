// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import helpForm from '#src/features/help-event/help-form.inline.ts?raw';
import reportForm from '#src/features/reader/report-form.inline.ts?raw';
import applicationForm from '#src/features/translators/application-form.inline.ts?raw';
import rememberSearch from '#src/shell/layout/remember-search.inline.ts?raw';

const run = (script: string) => new Function(script)();
const find = <E extends Element>(selector: string) => document.querySelector<E>(selector) as E;
const send = (form: string) => find(form).dispatchEvent(new Event('submit', { bubbles: true }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
});

describe('a draft of an application sent as a plain form', () => {
  const draft = () => JSON.parse(sessionStorage.getItem('lectern:translator') ?? 'null');
  const show = (island = 'ssr') => {
    document.body.innerHTML = `<astro-island ${island}><form class="apply"><input name="key"><input name="device">
      <input name="name"><input name="email"><select name="native"><option value=""></option><option value="es"></option></select>
      <input type="checkbox" name="languages" value="en"><input type="checkbox" name="languages" value="de">
      <input type="checkbox" name="books" value="7"><textarea name="about"></textarea>
      <input type="checkbox" name="consent" value="yes"></form></astro-island>`;
    run(applicationForm);
  };

  it('is stored, shown again, and sent again with the same idempotency key', () => {
    localStorage.setItem('local_uid', 'a-device-of-ours');
    show();
    find<HTMLInputElement>('[name=name]').value = 'Ann';
    find<HTMLInputElement>('[value=de]').checked = true;
    find<HTMLInputElement>('[value="7"]').checked = true;
    send('form');
    const first = draft();
    expect(first).toMatchObject({ name: 'Ann', languages: ['de'], books: [7], consent: false, found: [] });
    expect(find<HTMLInputElement>('[name=key]').value).toBe(first.key);
    expect(find<HTMLInputElement>('[name=device]').value).toBe('a-device-of-ours');
    show();
    expect(find<HTMLInputElement>('[name=name]').value).toBe('Ann');
    expect([...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)).toEqual(
      expect.arrayContaining(['de', '7']),
    );
    send('form');
    expect(draft().key).toBe(first.key);
  });

  it('is deleted after the application has arrived', () => {
    sessionStorage.setItem('lectern:translator', '{"name":"Ann"}');
    location.hash = '#application-sent';
    show();
    expect(draft()).toBeNull();
    expect(find<HTMLInputElement>('[name=name]').value).toBe('');
  });

  it('is not stored if the island of the form has loaded', () => {
    show('');
    send('form');
    expect(draft()).toBeNull();
  });
});

describe('a help click sent as a plain form', () => {
  it('always contains the same device id', () => {
    document.body.innerHTML = '<form class="help-form"><input name="device"></form>';
    run(helpForm);
    send('form');
    const device = localStorage.getItem('local_uid');
    expect(device).toMatch(/^[\da-f-]{36}$/);
    expect(find<HTMLInputElement>('input').value).toBe(device);
    send('form');
    expect(localStorage.getItem('local_uid')).toBe(device);
  });
});

describe('a draft of a report sent as a plain form', () => {
  const storedReport = () => JSON.parse(sessionStorage.getItem('lectern:report') ?? 'null');
  const field = (name: string) => find<HTMLInputElement>(`[name=${name}]`);
  const show = (chapter = '9') => {
    document.body.innerHTML = `<details><summary></summary><form class="report-form"><input name="chapter" value="${chapter}">
      <input name="key"><input name="device"><select name="kind"><option value=""></option><option value="text"></option></select>
      <textarea name="text"></textarea></form></details>`;
    run(reportForm);
  };
  const sendForm = () => {
    localStorage.setItem('local_uid', 'a-device-of-ours');
    show();
    field('kind').value = 'text';
    field('text').value = 'It has to be four.';
    send('form');
  };

  it('is stored, shown again, and sent again with the same idempotency key', () => {
    sendForm();
    const first = storedReport();
    expect(first).toMatchObject({ chapter: '9', kind: 'text', device: 'a-device-of-ours' });
    expect(first.key).toMatch(/^[\da-f-]{36}$/);
    show();
    expect([field('kind').value, field('text').value]).toEqual(['text', 'It has to be four.']);
    expect(find<HTMLDetailsElement>('details').open).toBe(true);
    send('form');
    expect(storedReport().key).toBe(first.key);
  });

  it('is not shown below a different chapter', () => {
    sendForm();
    show('10');
    expect([field('text').value, find<HTMLDetailsElement>('details').open]).toEqual(['', false]);
  });

  it('is deleted after the report has arrived', () => {
    sendForm();
    location.hash = '#report-sent';
    show();
    expect([storedReport(), field('text').value]).toEqual([null, '']);
  });
});

describe('a search sent before the search island has loaded', () => {
  const recent = () => JSON.parse(localStorage.getItem('lectern:recent-searches') ?? 'null');
  const search = (island: string, word: string) => {
    document.body.innerHTML = `<astro-island ${island}><form class="search"><input name="q"></form></astro-island>`;
    find<HTMLInputElement>('input').value = word;
    send('.search');
  };

  it('is stored among the latest eight searches, latest first, without duplicates', () => {
    run(rememberSearch);
    search('ssr', ' moon ');
    expect(recent()).toEqual(['moon']);
    localStorage.setItem('lectern:recent-searches', '["a","b","c","moon","d","e","f","g"]');
    search('ssr', 'moon');
    expect(recent()).toEqual(['moon', 'a', 'b', 'c', 'd', 'e', 'f', 'g']);
    search('ssr', 'sun');
    expect(recent()).toHaveLength(8);
    search('ssr', '  ');
    search('', 'island');
    expect(recent()[0]).toBe('sun');
  });
});
