import { isCallFailed } from '@cme/commons/api-client';
import { fileKinds, tooLargeText } from '@cme/contract';
import { useEffect, useRef, useState } from 'react';
import { declareWords as words } from '../changecredits.words.ts';
import { sendProof } from './send-proof.ts';

export const accepted = fileKinds.proof.formats.map((format) => `.${format}`).join(',');
const endings = new Set<string>([...fileKinds.proof.formats, 'jpeg']);

export interface KnownFile {
  file_id: string;
  name: string;
}
export interface Upload {
  id: number;
  need: string;
  name: string;
  /** Of its bytes; 1 while it is checked. */
  share: number;
  error: string;
}

let uploads = 0;

/** What speaks against a file before a byte is sent. */
function faultOf({ name, size }: File): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!endings.has(ending)) return words.wrongType;
  return size > fileKinds.proof.most ? tooLargeText('proof') : '';
}

/** Uploads that are under way, each by itself; `onReady` tells of those that passed their check. */
export function useProofs(
  known: readonly KnownFile[],
  onReady: (need: string, file_id: string) => void,
) {
  const [names, setNames] = useState(
    () => new Map(known.map(({ file_id, name }) => [file_id, name])),
  );
  const [list, setList] = useState<readonly Upload[]>([]);
  const ends = useRef(new Map<number, AbortController>());
  useEffect(
    () => () => {
      for (const end of ends.current.values()) end.abort();
    },
    [],
  );
  const set = (id: number, part: Partial<Upload>) =>
    setList((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const drop = (id: number) => setList((before) => before.filter((one) => one.id !== id));

  async function run(need: string, file: File): Promise<void> {
    const id = (uploads += 1);
    const error = faultOf(file);
    setList((before) => [...before, { id, need, name: file.name, share: 0, error }]);
    if (error) return;
    const end = new AbortController();
    ends.current.set(id, end);
    try {
      const { file_id, name } = await sendProof(file, (share) => set(id, { share }), end.signal);
      setNames((before) => new Map(before).set(file_id, name));
      drop(id);
      onReady(need, file_id);
    } catch (failure) {
      if (!end.signal.aborted)
        set(id, { error: isCallFailed(failure) ? failure.message : words.lost });
    }
  }
  return {
    nameOf: (file_id: string) => names.get(file_id) ?? file_id,
    uploads: list,
    upload: (need: string, files: File[]) => files.forEach((file) => void run(need, file)),
    giveUp(id: number) {
      ends.current.get(id)?.abort();
      drop(id);
    },
  };
}
