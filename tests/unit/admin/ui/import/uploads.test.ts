import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelUpload, retryUpload, startUploads, uploadStore } from '#src/admin/ui/import/uploads.ts';

/** The requests of the page, such as "PUT imports/7/files/0". */
let requests: string[];
/** Responds to uploaded files; the response is delayed until the promise resolves. */
let respond: (url: string) => Promise<number>;

class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly responseText = '{"error":{"code":"invalid","message":"The disk is full."}}';
  readonly statusText = '';
  status = 0;
  private url = '';
  private isAborted = false;

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(): void {}

  async send(): Promise<void> {
    requests.push(`PUT ${this.url.replace('/api/', '')}`);
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1 }));
    this.status = await respond(this.url);
    if (this.isAborted) return;
    this.dispatchEvent(new Event(this.status === 0 ? 'error' : 'load'));
    this.dispatchEvent(new Event('loadend'));
  }

  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
}

const file = (name: string) => ({ path: name, file: new File(['text'], name) });
const onlyUpload = () => uploadStore.get()[0];

beforeEach(() => {
  requests = [];
  respond = async () => 204;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url.replace('/api/', '')}`);
    return new Response(method === 'POST' && url.endsWith('imports') ? '{"id":"7"}' : '{}');
  });
});

afterEach(async () => {
  for (const { key } of uploadStore.get()) await cancelUpload(key);
  vi.unstubAllGlobals();
});

describe('an upload for an import', () => {
  test('announces the files, sends them, and then requests that the server read them', async () => {
    startUploads([{ name: 'moon', files: [file('1.txt'), file('2.txt')] }]);
    expect(onlyUpload()).toMatchObject({ name: 'moon', files: [{ path: '1.txt', size: 4 }, { path: '2.txt' }] });
    await vi.waitFor(() => expect(uploadStore.get()).toEqual([]));
    expect(requests).toEqual(['POST imports', 'PUT imports/7/files/0', 'PUT imports/7/files/1', 'POST imports/7/read']);
  });

  test('reports the progress of each file', async () => {
    respond = () => new Promise(() => {});
    startUploads([{ name: 'moon', files: [file('1.txt'), file('2.txt')] }]);
    await vi.waitFor(() =>
      expect(onlyUpload()?.files).toMatchObject([
        { state: 'sending', sent: 1 },
        { state: 'sending', sent: 1 },
      ]),
    );
  });

  test("shows the server's error message, and sends only missing files again", async () => {
    respond = async (url) => (url.endsWith('/1') ? 422 : 204);
    startUploads([{ name: 'moon', files: [file('1.txt'), file('2.txt')] }]);
    await vi.waitFor(() => expect(onlyUpload()).toMatchObject({ state: 'failed', error: 'The disk is full.' }));
    expect(requests).not.toContain('POST imports/7/read');
    requests = [];
    respond = async () => 204;
    retryUpload(onlyUpload()?.key ?? 0);
    await vi.waitFor(() => expect(uploadStore.get()).toEqual([]));
    expect(requests).toEqual(['PUT imports/7/files/1', 'POST imports/7/read']);
  });

  test('fails if the connection is lost', async () => {
    respond = async () => 0;
    startUploads([{ name: 'moon.txt', files: [file('moon.txt')] }]);
    await vi.waitFor(() => expect(onlyUpload()?.state).toBe('failed'));
    expect(onlyUpload()?.error).toContain('The connection was lost');
  });

  test('stops when it is cancelled, and deletes the files sent so far', async () => {
    respond = () => new Promise(() => {});
    startUploads([{ name: 'moon.txt', files: [file('moon.txt')] }]);
    await vi.waitFor(() => expect(requests).toContain('PUT imports/7/files/0'));
    await cancelUpload(onlyUpload()?.key ?? 0);
    expect(requests.at(-1)).toBe('DELETE imports/7');
    expect(uploadStore.get()).toEqual([]);
  });

  test('is followed by the next upload, even if it fails', async () => {
    respond = async (url) => (url.endsWith('/1') ? 422 : 204);
    startUploads([
      { name: 'moon', files: [file('1.txt'), file('2.txt')] },
      { name: 'sun.txt', files: [file('sun.txt')] },
    ]);
    await vi.waitFor(() => expect(uploadStore.get().map(({ name }) => name)).toEqual(['moon']));
    await vi.waitFor(() => expect(requests.at(-1)).toBe('POST imports/7/read'));
  });
});
