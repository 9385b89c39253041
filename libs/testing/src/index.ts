export { pageStates } from './page-states.ts';
export { asked, type Asked, holds, Refused, refuses, replies } from './replies.ts';
export { renderPage, writeBlock } from './render-page.tsx';
export {
  customerPage,
  sampleCard,
  sampleOrder,
  samplePage,
  sampleRefund,
  sampleSite,
  sampleUser,
} from './sample.ts';
