import { isCallError, send } from '@cme/commons/api-client';
import { readToken } from '@cme/commons/auth-token';
import { type FileKind, fileStart, fileState, type MyFile } from '@cme/contract/person';
import { fileWords } from './file.words.ts';
import { createFingerprint } from './fingerprint.ts';

/**
 * Small enough for a slow connection to finish a chunk, large enough not to slow down a fast one.
 */
const partSize = 2 * 1024 * 1024;
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000];

export interface Uploading {
  /** Stops; what has been uploaded stays on the server. */
  stop(): void;
}

interface UploadCallbacks {
  started(file: MyFile): void;
  progress(sent: number): void;
  uploaded(fileId: string): void;
  failed(reason: string, isOffline: boolean): void;
}

/** Uploads a file and resumes where an earlier upload stopped. */
export function sendFile(file: File, kind: FileKind, callbacks: UploadCallbacks): Uploading {
  let isStopped = false;
  let stopUpload = () => {};
  const reportFailure = (error: unknown) => {
    if (isStopped) return;
    const isOffline = !navigator.onLine || isNetworkError(error);
    callbacks.failed(isOffline ? fileWords.offline : getReason(error), isOffline);
  };
  void startUpload().catch(reportFailure);
  return {
    stop() {
      isStopped = true;
      stopUpload();
    },
  };

  async function startUpload(): Promise<void> {
    const fingerprint = await createFingerprint(file);
    const { name, size } = file;
    const started = await send(fileStart, { kind, name, size, fingerprint });
    const { Upload } = await import('tus-js-client');
    if (isStopped) return;
    callbacks.started(started.file);
    const upload = new Upload(file, {
      uploadUrl: new URL(started.upload_url, globalThis.location.href).href,
      chunkSize: Math.min(partSize, started.most_per_request),
      retryDelays,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => request.setHeader('X-Token', readToken() ?? ''),
      onProgress: (sent) => !isStopped && callbacks.progress(sent),
      onShouldRetry: (error) =>
        navigator.onLine && isRetryable(error.originalResponse?.getStatus()),
      onSuccess: () => !isStopped && callbacks.uploaded(started.file.file_id),
      onError: (error) => {
        if (!('originalResponse' in error) || error.originalResponse?.getStatus() !== 401)
          return reportFailure(error);
        // Any call restores the session if possible, or lets the user sign in.
        send(fileState, { file_ids: [started.file.file_id] }).then(
          () => !isStopped && upload.start(),
          reportFailure,
        );
      },
    });
    stopUpload = () => void upload.abort();
    upload.start();
  }
}

/** Errors worth retrying: no response, a timeout, a lock, a rate limit, a server error. */
const isRetryable = (status = 0): boolean =>
  status === 0 || [408, 409, 423, 429].includes(status) || status >= 500;

function isNetworkError(error: unknown): boolean {
  if (isCallError(error)) return error.statusCode === 0;
  return (
    error instanceof Error &&
    'originalRequest' in error &&
    !('originalResponse' in error && error.originalResponse)
  );
}

function getReason(error: unknown): string {
  if (isCallError(error)) return error.message;
  const response = (error as { originalResponse?: { getBody(): string } | null }).originalResponse;
  try {
    const { message } = JSON.parse(response?.getBody() ?? '') as { message?: unknown };
    return typeof message === 'string' && message ? message : fileWords.failed;
  } catch {
    return fileWords.failed;
  }
}
