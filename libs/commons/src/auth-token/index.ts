export { inBrowser, page, type RenderedPage } from './page.ts';
export {
  activated,
  clear,
  familyCookies,
  isPrerendering,
  isRestorable,
  lookAgain,
  signedIn,
  subscribe,
} from './session.ts';
export { askOnce, say, takeStage } from './stage.ts';
export {
  pageSession,
  tell,
  type EndReason,
  type PageSession,
  type SessionEvent,
  type SessionListener,
  type Stage,
} from './state.ts';
export { familySigned, readToken } from './store.ts';
