/** What renders pages on a server; never part of what a browser loads. */
export { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
