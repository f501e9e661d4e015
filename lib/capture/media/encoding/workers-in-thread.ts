/**
 * Encoders come as scripts that want a thread of their own, to which each 20 ms of sound is a message: a thread takes 40 MB
 * (in Node), and the messages a good part of what the sound in them does. While this is held, such a script runs in the
 * thread that asks for it: in a media worker, and in Node.
 */
import { setDefault } from './libav-defaults.ts';

type Told = 'message' | 'error';
type Hear = (event: { readonly data: unknown }) => void;

const node: NodeJS.Process | undefined = globalThis.process;
/** Asked by scripts that find themselves in Node. */
const requireHere = (name: string): unknown => node?.getBuiltinModule(name);

/** The script at an address that is about to be forgotten. In Node `fetch` would take 20 MB for it. */
const scriptAt = async (url: string): Promise<string> => {
  const script = node ? node.getBuiltinModule('node:buffer').resolveObjectURL(url) : await fetch(url);
  if (!script) throw new Error('there is no script at the address of the worker');
  return script.text();
};

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
    this.#started = this.#start(scriptAt(url));
    this.#started.catch((error: unknown) => this.#outside.tell('error', error));
  }

  async #start(script: Promise<string>): Promise<void> {
    const { addEventListener } = this.#inside;
    const self = { addEventListener, postMessage: (data: unknown) => this.#outside.tell('message', data) };
    const given = { self, require: requireHere, setInterval, WebAssembly: assembly };
    new Function(...Object.keys(given), await script)(...Object.values(given));
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

const scope = globalThis as { Worker?: unknown };
let holders = 0;
let before: unknown;

/** Until it is disposed of by all who hold it. */
export const holdWorkersInThread = (): Disposable => {
  if (holders === 0) before = scope.Worker;
  holders += 1;
  scope.Worker = WorkerInThread;
  return {
    [Symbol.dispose]() {
      holders -= 1;
      if (holders > 0) return;
      if (before === undefined) delete scope.Worker;
      else scope.Worker = before;
    },
  };
};
