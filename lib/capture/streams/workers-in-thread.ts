/**
 * Encoders come as scripts that want a thread of their own, to which each 20 ms of sound is a message: a thread takes 40 MB,
 * and the messages a good part of what the sound in them does. While this is held, such a script runs in the thread that
 * asks for it.
 */
import { type Blob, resolveObjectURL } from 'node:buffer';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { setDefault } from './libav-defaults.ts';

type Told = 'message' | 'error';
type Hear = (event: { readonly data: unknown }) => void;

const requireHere = createRequire(import.meta.url);
// A thread has to be kept alive; this one lives without.
const setInterval = (): void => undefined;

/**
 * libav's AAC encoder has two ways to find what may be left out of a sound. The fast one takes half the time, and at the
 * rates of a recording leaves more of the sound than the other one, which is the default
 * (https://ffmpeg.org/ffmpeg-codecs.html#aac).
 */
const assembly: typeof WebAssembly = Object.create(WebAssembly, {
  instantiate: {
    async value(program: BufferSource, imports: WebAssembly.Imports) {
      const made = await WebAssembly.instantiate(program, imports);
      for (const one of Object.values(made.instance.exports))
        if (one instanceof WebAssembly.Memory) setDefault(one, 'aac_coder', 'fast');
      return made;
    },
  },
});

const createEars = () => {
  const ears: Record<Told, Hear[]> = { message: [], error: [] };
  return {
    addEventListener(told: Told, hear: Hear): void {
      ears[told]?.push(hear);
    },
    tell(told: Told, data: unknown): void {
      for (const hear of ears[told]) hear({ data });
    },
    close(): void {
      ears.message.length = 0;
      ears.error.length = 0;
    },
  };
};

/** As much of a worker of the web as such scripts, and those who ask them, use. */
class WorkerInThread {
  readonly #outside = createEars();
  readonly #inside = createEars();
  readonly #started: Promise<void>;
  readonly addEventListener = this.#outside.addEventListener;

  constructor(url: string) {
    // Whoever made the address forgets it at once.
    this.#started = this.#start(resolveObjectURL(url));
    this.#started.catch((error: unknown) => this.#outside.tell('error', error));
  }

  async #start(script: Blob | undefined): Promise<void> {
    if (!script) throw new Error('there is no script at the address of the worker');
    const { addEventListener } = this.#inside;
    const self = { addEventListener, postMessage: (data: unknown) => this.#outside.tell('message', data) };
    const given = { self, require: requireHere, setInterval, WebAssembly: assembly };
    compileFunction(await script.text(), Object.keys(given))(...Object.values(given));
  }

  postMessage(data: unknown): void {
    this.#started.then(
      () => this.#inside.tell('message', data),
      () => undefined,
    );
  }

  terminate(): void {
    this.#outside.close();
  }
}

let holders = 0;

/** Until it is disposed of by all who hold it. */
export const holdWorkersInThread = (): Disposable => {
  const scope = globalThis as { Worker?: unknown };
  holders += 1;
  scope.Worker ??= WorkerInThread;
  return {
    [Symbol.dispose]() {
      holders -= 1;
      if (holders === 0 && scope.Worker === WorkerInThread) delete scope.Worker;
    },
  };
};
