/** In Chromium since 140; not in TypeScript's library yet. */

interface Uint8Array {
  toBase64(): string;
}

interface Uint8ArrayConstructor {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}
