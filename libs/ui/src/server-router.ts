/** The part of the router that renders on a server; never part of a browser bundle. */
export { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
export type { StaticHandler, StaticHandlerContext } from 'react-router';
