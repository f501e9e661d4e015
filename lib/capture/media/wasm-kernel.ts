/** The inner loops of what runs for all sound and every picture, as WebAssembly. */

const pageBytes = 65_536;

const load = (base64: string): WebAssembly.Exports => {
  const bytes = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
};

/**
 * Answers a kernel, made when it is first needed, with at least as many bytes of memory as are asked for. All who use it share
 * it, as none leaves anything in it; where its memory has grown, it lies in another buffer.
 */
export const createKernel = <Kernel extends { readonly memory: WebAssembly.Memory }>(base64: string) => {
  let loaded: Kernel | undefined;
  return (bytes: number): Kernel => {
    loaded ??= load(base64) as unknown as Kernel;
    const missing = bytes - loaded.memory.buffer.byteLength;
    if (missing > 0) loaded.memory.grow(Math.ceil(missing / pageBytes));
    return loaded;
  };
};
