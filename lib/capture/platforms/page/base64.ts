/**
 * The bytes of a text in base64. By hand: Node 24, in which tests run this, has no `Uint8Array.fromBase64`.
 * @throws where it is none
 */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
