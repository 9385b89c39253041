/** The content of a response or a blob as bytes. */
for (const name of ['Blob', 'Request', 'Response']) {
  const { prototype } = globalThis[name];
  prototype.bytes ??= async function bytes() {
    return new Uint8Array(await this.arrayBuffer());
  };
}
