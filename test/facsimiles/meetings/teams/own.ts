/**
 * Teams' own part of its page: the call that it keeps within reach, and the worker that its chat comes by. Runs in the page; a
 * program's entry point, after the common one.
 */
import type { StageHandle } from '../stage/protocol.ts';

type Told =
  | { readonly type: 'call'; readonly caller: string }
  | { readonly type: 'people'; readonly participants: readonly object[] }
  /** As the worker answers in GraphQL. */
  | { readonly type: 'answer'; readonly response: unknown };

const { stage } = globalThis as unknown as { stage: StageHandle };

const script = new Blob(['onmessage = ({ data }) => postMessage(data);'], { type: 'text/javascript' });
let captionLanguage = 'en-us';
const call = {
  getClosedCaptionsLanguage: () => captionLanguage,
  setClosedCaptionsLanguage(language: string) {
    captionLanguage = language;
  },
};
let worker: Worker | undefined;

stage.onTold((value) => {
  const told = value as Told;
  if (told.type !== 'answer') Object.assign(globalThis, { callingDebug: { observableCall: call } });
  if (told.type === 'call') Object.assign(call, { callerMri: told.caller });
  else if (told.type === 'people') Object.assign(call, { participants: told.participants });
  else {
    worker ??= new Worker(URL.createObjectURL(script));
    worker.postMessage({ type: 'graphql', response: told.response });
  }
});
