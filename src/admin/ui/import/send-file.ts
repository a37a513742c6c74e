import type { ErrorAnswer } from '../../contract/answers.ts';
import { ApiError } from '../providers/http.ts';

interface Options {
  readonly signal: AbortSignal;
  /** Receives the number of bytes sent. */
  onProgress(sent: number): void;
}

/**
 * Uploads a file. XMLHttpRequest, unlike `fetch`, reports how much was sent.
 * @param path below `/api/`
 * @throws ApiError for an error response, if the API is unreachable, and after `signal` aborts
 */
export function sendFile(path: string, file: Blob, { signal, onProgress }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PUT', `/api/${path}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-lectern-admin', '1');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(errorOf(request))));
    request.addEventListener('error', () =>
      reject(new ApiError(0, 'unreachable', 'The connection was lost. The files that were sent are kept.')),
    );
    request.addEventListener('abort', () => reject(new ApiError(0, '', 'The upload was cancelled.')));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(new ApiError(0, '', 'The upload was cancelled.'));
    else request.send(file);
  });
}

function errorOf({ status, statusText, responseText }: XMLHttpRequest): ApiError {
  try {
    const { code, message } = (JSON.parse(responseText) as ErrorAnswer).error;
    return new ApiError(status, code, message);
  } catch {
    return new ApiError(status, 'not_json', `The upload failed: ${status} ${statusText}`.trim());
  }
}
