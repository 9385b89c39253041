import { isCallError, send } from '@cme/commons/api-client';
import { type DeclareDetail, type DeclareDraft, exchangeSave } from '@cme/contract/credits';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds until autosave after typing, and until a retry after a failure. */
const delays = { typing: 800, failed: 5000 };

export type SaveState = 'new' | 'typing' | 'saving' | 'saved' | 'failed' | 'stale' | 'refused';
interface SavedVersion {
  declare_no: string | undefined;
  revision: number | undefined;
}

const createRequestId = () => crypto.randomUUID();

/** Autosaves a draft to the server: one save at a time, the latest state last. */
export function useDraft(
  initial: DeclareDraft,
  saved: DeclareDetail | undefined,
  onNumber: (declareNo: string) => void,
) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>(saved ? 'saved' : 'new');
  const [failure, setFailure] = useState('');
  const base = useRef<SavedVersion>({ declare_no: saved?.declare_no, revision: saved?.revision });
  const request = useRef(createRequestId());
  const latest = useRef(initial);
  const lastSaved = useRef(initial);
  const running = useRef(Promise.resolve(true));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const current = latest.current;
    if (current === lastSaved.current && base.current.declare_no) return true;
    setState('saving');
    try {
      const { declare_no, revision } = await send(
        exchangeSave,
        {
          request_id: request.current,
          ...(base.current.declare_no
            ? { declare_no: base.current.declare_no, revision: base.current.revision }
            : {}),
          draft: current,
        },
        { keepalive: true },
      );
      const isFirst = !base.current.declare_no;
      base.current = { declare_no, revision };
      lastSaved.current = current;
      setState(latest.current === current ? 'saved' : 'typing');
      setFailure('');
      void client.invalidateQueries({ queryKey: ['changecredits', 'list'] });
      if (isFirst) onNumber(declare_no);
      return true;
    } catch (error) {
      const isStale = isCallError(error) && error.code === 'declare_stale';
      const isRefused = isCallError(error) && error.statusCode >= 400 && error.statusCode < 500;
      setState(isStale ? 'stale' : isRefused ? 'refused' : 'failed');
      setFailure(isCallError(error) ? error.message : '');
      return false;
    }
  }, [client, onNumber]);

  /** Saves the latest state after all pending saves; resolves to false on failure. */
  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    running.current = running.current.then(saveOnce);
    return running.current;
  }, [saveOnce]);

  const change = useCallback(
    (part: Partial<DeclareDraft> | ((before: DeclareDraft) => DeclareDraft)) => {
      const next =
        typeof part === 'function' ? part(latest.current) : { ...latest.current, ...part };
      latest.current = next;
      setDraft(next);
      if (next.kind_code === '') return;
      setState((before) => (before === 'stale' ? before : 'typing'));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), delays.typing);
    },
    [save],
  );

  useRetry(state === 'failed', save);

  const leave = useCallback(() => {
    clearTimeout(timer.current);
    if (latest.current !== lastSaved.current && latest.current.kind_code) void save();
  }, [save]);
  useOnLeave(leave);

  return { draft, change, save, state, failure, base };
}

/** Leaving the form or the page during the debounce must not lose the last change. */
function useOnLeave(leave: () => void): void {
  useEffect(() => {
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [leave]);
}

/** Retries a failed save. */
function useRetry(isFailed: boolean, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isFailed) return undefined;
    const again = setTimeout(() => void save(), delays.failed);
    return () => clearTimeout(again);
  }, [isFailed, save]);
}

export type DraftAutosave = ReturnType<typeof useDraft>;
