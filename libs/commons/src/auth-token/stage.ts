import { inBrowser } from './page.ts';
import { pageSession, type Stage } from './state.ts';

/**
 * Registers a host for dialogs and toasts; returns the function to unregister it. Pending ones are
 * shown immediately.
 */
export function registerStage(stage: Stage): () => void {
  const state = pageSession();
  state.stages.push(stage);
  for (const show of state.waiting.splice(0)) show(stage);
  return () => {
    state.stages = state.stages.filter((item) => item !== stage);
  };
}

/**
 * Asks once per page, however many calls fail and areas are mounted; never on /login or after a
 * deliberate sign-out.
 */
export function promptOnce(status: 401 | 403): void {
  const state = pageSession();
  if (!inBrowser() || state.asked || state.quiet || location.pathname === '/login') return;
  state.asked = true;
  showOnStage((stage) => stage.ask(status));
}

/** Shows a toast on this page. */
export function showToast(kind: 'error' | 'warning', message: string): void {
  if (inBrowser()) showOnStage((stage) => stage.say(kind, message));
}

function showOnStage(what: (stage: Stage) => void): void {
  const { stages, waiting } = pageSession();
  if (stages[0]) what(stages[0]);
  else waiting.push(what);
}
