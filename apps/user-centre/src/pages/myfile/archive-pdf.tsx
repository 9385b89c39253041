import { isCallError, send } from '@cme/commons/api-client';
import { learnArchive } from '@cme/contract/study';
import { Button, toast } from '@cme/ui';
import { useOpenFile } from '@cme/shell';
import { useState } from 'react';
import { myfileWords as words } from './myfile.words.ts';

/** The year's archive as a PDF from the server. */
export function ArchivePdf({ year }: { year: number }) {
  const [isAsked, setAsked] = useState(false);
  const openFile = useOpenFile();
  const openArchive = async () => {
    setAsked(true);
    try {
      openFile((await send(learnArchive, { year })).url);
    } catch (error) {
      toast.error(isCallError(error) ? error.message : words.pdfFailed);
    }
    setAsked(false);
  };
  return (
    <Button loading={isAsked} onClick={() => void openArchive()}>
      {words.pdf}
    </Button>
  );
}
