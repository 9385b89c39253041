/**
 * Logs an error, and the edge's inline script counts it for the release of the file that has thrown
 * it, or of the named one.
 */
export function reportFailure(error: unknown, file?: string): void {
  console.error(error);
  const detail = file ? { stack: new URL(file, location.href).href } : error;
  dispatchEvent(new CustomEvent('cme:failed', { detail }));
}
