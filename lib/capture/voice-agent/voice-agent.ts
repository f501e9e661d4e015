/** A voice agent that is kept going: its page is opened again when it fails, with growing pauses. */
import { retry } from '../../process/retry.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { AgentBrowser, AgentPage } from './agents.ts';

const patience = { first_ms: 2_000, longest_ms: 60_000, well_after_ms: 60_000 };
const mostRefusalsTold = 20;
/** A page that fails once may have been busy. */
const failingFrom = 2;

export interface VoiceAgentOptions {
  readonly url: string;
  readonly log: SessionLog;
  readonly onPicture: (key: boolean, data: string) => void;
  readonly onSound: (pcm: string) => void;
  /** Hears that `isLive` or `isFailing` has changed. */
  readonly onChange: () => void;
  readonly open: AgentBrowser['open'];
}

export interface VoiceAgent extends AsyncDisposable {
  readonly url: string;
  /** There is something to be seen of it. */
  readonly isLive: boolean;
  /** Its page has failed more than once, and nothing was seen of it since. */
  readonly isFailing: boolean;
  hear(pcm: string): void;
  wantKey(): void;
}

export const createVoiceAgent = (options: VoiceAgentOptions): VoiceAgent => {
  const { url, log, onPicture, onSound, onChange, open } = options;
  const ended = new AbortController();
  let page: AgentPage | undefined;
  let isLive = false;
  let refusals = 0;
  let failures = 0;

  const live = (now: boolean): void => {
    if (now) failures = 0;
    if (now === isLive) return;
    isLive = now;
    onChange();
  };

  const onRefused = (reason: string): void => {
    refusals += 1;
    if (refusals <= mostRefusalsTold) log('the voice agent was kept from an address', { reason });
  };

  /** From opening the page until it is lost, or the agent is switched off. */
  const liveOnce = async (): Promise<void> => {
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    const fail = (reason: string): void => lost.reject(new Error(reason));
    const off = (): void => fail('it was switched off');
    ended.signal.addEventListener('abort', off, { once: true });
    try {
      await using opened = await open({
        url,
        onLost: fail,
        onRefused,
        onMessage: (message) => {
          if (message.type === 'failed') return fail(message.reason);
          if (message.type === 'sound') return onSound(message.pcm);
          live(true);
          onPicture(message.key, message.data);
        },
      });
      page = opened;
      await lost.promise;
    } finally {
      ended.signal.removeEventListener('abort', off);
      page = undefined;
      live(false);
    }
  };

  const kept = retry(liveOnce, {
    ...patience,
    signal: ended.signal,
    onRetry({ error, pause_ms }) {
      log('the voice agent’s page failed and is opened again', { error, pause_ms });
      failures += 1;
      if (failures === failingFrom) onChange();
    },
  }).catch(() => undefined);

  return {
    url,
    get isLive() {
      return isLive;
    },
    get isFailing() {
      return failures >= failingFrom;
    },
    hear: (pcm) => page?.send({ type: 'hear', pcm }),
    wantKey: () => page?.send({ type: 'key' }),
    async [Symbol.asyncDispose]() {
      ended.abort();
      await kept;
    },
  };
};
