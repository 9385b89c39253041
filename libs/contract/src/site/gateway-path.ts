/** Path prefix for the embedded payment gateway on hosts that cannot have subdomains. */
export const gatewayPath = '/pay-gateway';
