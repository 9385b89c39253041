import { isCallFailed } from '@cme/commons/api-client';
import { Button } from '@mantine/core';
import { words } from '../words.ts';
import { Drawing } from './drawing.tsx';

interface Props {
  error?: unknown;
  onRetry?: () => void;
  /** What failed, in the reader's words, in place of the general sentence. */
  text?: string;
  /** It stands for the whole page. */
  isPage?: boolean;
}

/** A part that could not be loaded: what happened, the way to try again, and the code for the
 * service desk. */
export function ErrorState({ error, onRetry, text = words.failed, isPage = false }: Props) {
  const said = isCallFailed(error) ? error.message : '';
  return (
    <div className="notice" role="alert">
      <Drawing name="broken" />
      {isPage ? <h1 className="notice-page">{text}</h1> : <p className="notice-text">{text}</p>}
      {said && said !== text ? <p className="notice-hint">{said}</p> : null}
      {onRetry ? (
        <Button className="notice-action" onClick={onRetry}>
          {words.retry}
        </Button>
      ) : null}
      <p className="notice-code">{`${words.code} ${codeOf(error)}`}</p>
    </div>
  );
}

function codeOf(error: unknown): string {
  if (isCallFailed(error))
    return [error.statusCode || 'network', error.code].filter(Boolean).join(' ');
  return error instanceof Error ? error.name : 'unknown';
}
