import { isCallFailed } from '@cme/commons/api-client';
import { Button } from '@mantine/core';
import { words } from '../words.ts';
import { Drawing } from './drawing.tsx';

interface Props {
  error?: unknown;
  onRetry?: () => void;
  /** What failed, in the reader's words, in place of the general sentence. */
  text?: string;
}

/** A part that could not be loaded: what happened, the way to try again, and the code for the service desk. */
export function Failed({ error, onRetry, text = words.failed }: Props) {
  const said = isCallFailed(error) ? error.message : '';
  return (
    <div className="notice" role="alert">
      <Drawing name="broken" />
      <p className="notice-text">{text}</p>
      {said && said !== text ? <p className="notice-hint">{said}</p> : null}
      {onRetry ? <Button className="notice-action" onClick={onRetry}>{words.retry}</Button> : null}
      <p className="notice-code">{`${words.code} ${codeOf(error)}`}</p>
    </div>
  );
}

function codeOf(error: unknown): string {
  if (isCallFailed(error)) return [error.statusCode || 'network', error.code].filter(Boolean).join(' ');
  return error instanceof Error ? error.name : 'unknown';
}
