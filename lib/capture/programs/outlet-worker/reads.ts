/** What a player waits to read of its video, of which Node has the bytes. */

export interface Read {
  readonly request: number;
  readonly start: number;
  readonly end: number;
}

/** `ask` asks Node for bytes of the video `id`, which come with the number of the request, or never. */
export const createReads = (ask: (id: string, read: Read) => void) => {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let asked = 0;
  return {
    read(id: string, start: number, end: number): Promise<Uint8Array> {
      asked += 1;
      const one = Promise.withResolvers<Uint8Array>();
      waiting.set(asked, one);
      ask(id, { request: asked, start, end });
      return one.promise;
    },
    give(request: number, bytes: Uint8Array): void {
      waiting.get(request)?.resolve(bytes);
      waiting.delete(request);
    },
    /** Nothing that was asked for comes any more: whoever waits for it is told. */
    giveUp(): void {
      for (const { reject } of waiting.values()) reject(new Error('the video was stopped'));
      waiting.clear();
    },
  };
};
