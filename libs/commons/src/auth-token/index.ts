export * from './former-names.ts';
export { inBrowser, page, type RenderedPage } from './page.ts';
export {
  activated,
  clear,
  familyCookies,
  isPrerendering,
  isRestorable,
  signedIn,
  subscribe,
  syncToken,
} from './session.ts';
export { promptOnce, registerStage, showToast } from './stage.ts';
export {
  notifyListeners,
  pageSession,
  type EndReason,
  type PageSession,
  type SessionEvent,
  type SessionListener,
  type Stage,
} from './state.ts';
export { familySigned, readToken } from './store.ts';
