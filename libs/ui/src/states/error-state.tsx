import { isFailedCall } from './failed-call.ts';
import { words } from '../plain/words.ts';
import { Drawing } from './drawing.tsx';
import { Button } from '../plain/button.tsx';

interface Props {
  error?: unknown;
  onRetry?: () => void;
  /** Replaces the whole page. */
  isPage?: boolean;
}

/** Error state: what happened, a retry button, and the code for the service desk. */
export function ErrorState({ error, onRetry, isPage = false }: Props) {
  const reason = isFailedCall(error) ? error.message : '';
  return (
    <div className="notice" role="alert">
      <Drawing name="broken" />
      {isPage ? (
        <h1 className="notice-page">{words.failed}</h1>
      ) : (
        <p className="notice-text">{words.failed}</p>
      )}
      {reason ? <p className="notice-hint">{reason}</p> : null}
      {onRetry ? (
        <Button className="notice-action" onClick={onRetry}>
          {words.retry}
        </Button>
      ) : null}
      <p className="notice-code">{`${words.code} ${getCode(error)}`}</p>
    </div>
  );
}

function getCode(error: unknown): string {
  if (isFailedCall(error))
    return [error.statusCode || 'network', error.code].filter(Boolean).join(' ');
  return error instanceof Error ? error.name : 'unknown';
}
