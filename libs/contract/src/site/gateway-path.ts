/** Under this path the edge passes on to the embedded payment gateway, on addresses that have no
 * names below them. */
export const gatewayPath = '/pay-gateway';
