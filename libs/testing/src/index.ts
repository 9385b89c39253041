export { describeFormStates } from './form-states.ts';
export { describePageStates } from './page-states.ts';
export {
  mockPending,
  mockRefusal,
  mockReply,
  type MockRequest,
  RefusalError,
  requestsTo,
} from './mock-replies.ts';
export { renderPage, writeBlock } from './render-page.tsx';
export {
  customerPage,
  sampleCard,
  sampleDetail,
  sampleOrder,
  samplePage,
  sampleRefund,
  sampleSite,
  sampleUser,
} from './sample.ts';
