import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import type { OutgoingChat } from '../../../../lib/capture/meeting/meeting.ts';
import { handleName } from '../../../../lib/capture/platforms/jitsi/handle.ts';
import { sendChat } from '../../../../lib/capture/platforms/jitsi/send-chat.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

vi.mock('../../../../lib/capture/platforms/guarded-key.ts', () => ({ pressEnterWhere: async () => true }));
afterEach(() => vi.unstubAllGlobals());

const gone = new Error('the frame was detached');
const noWord = new ElementMissingError('write into the chat', 'what the server says of the message');
const neverShown = new ElementMissingError('write into the chat', "the bot's message among those that were sent");

const toAda: OutgoingChat['to'] = { participant_id: 'ada' };

interface Heard {
  /** Of the message among those that were sent. */
  readonly ofSending?: Error;
  /** Of what the server says of it; none where that has refused it. */
  readonly ofRefusal?: Error;
  /** As the chat is to be closed again. */
  readonly ofClosing?: Error;
}

const writing = (to: OutgoingChat['to'], { ofSending, ofRefusal, ofClosing }: Heard): Promise<void> => {
  const document = documentOf('<button aria-label="Open chat"></button>');
  Reflect.set(document, Symbol.for(handleName), {
    readers: () => (to === 'everyone' ? ['everyone'] : ['ada']),
    mayWriteTo: () => true,
    writeTo: () => true,
    refusals: () => 0,
    written: () => 0,
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLTextAreaElement', class {});
  const evaluate = async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input);
  let clicks = 0;
  const controls = someControls({
    frame: { evaluate, evaluateHandle: async () => ({ [Symbol.asyncDispose]: async () => undefined }) },
    shows: async () => undefined,
    appears: async () => undefined,
    goes: async () => undefined,
    async click() {
      clicks += 1;
      if (clicks > 1 && ofClosing) throw ofClosing;
      return true;
    },
    async until(element: string) {
      const heard = element === neverShown.element ? ofSending : ofRefusal;
      if (heard) throw heard;
    },
  });
  return sendChat(controls, { to, text: 'Hello' });
};

it('what a page shows as sent is sent where its server refuses nothing in time, and not where it does', async () => {
  await writing(toAda, { ofRefusal: noWord });
  await expect(writing(toAda, {})).rejects.toThrow('has refused the message');
});

it.each<[string, OutgoingChat['to'], Heard]>([
  ['a refusal is waited for', toAda, { ofRefusal: gone }],
  ['the chat is closed again', 'everyone', { ofClosing: gone }],
])('so it is where the page goes while %s: it would be sent twice otherwise', async (_, to, heard) => {
  await writing(to, heard);
});

it('why it was not sent is told, and not that the chat could not be closed after that', async () => {
  const sent = writing('everyone', { ofSending: neverShown, ofClosing: gone });
  await expect(sent).rejects.toBe(neverShown);
});
