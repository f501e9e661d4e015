/** What bots are told to do in their meetings, against the model. */
import assert from 'node:assert/strict';
import { joined } from '../decisions.ts';
import { after } from './bot-model.ts';
import { type Ask, type Ordering, orderings } from './commands.ts';
import { expectBot, expectNoWrite, expectRefusal, type KnownBot } from './expectations.ts';
import { goodBodies } from './good-bodies.ts';
import type { Answer } from './requests.ts';
import type { Service } from './service.ts';

export const isOrdering = (route: Ask['route']): route is Ordering => orderings.includes(route as Ordering);

/** How a refusal begins; undefined when the bot does as it is told. */
const refusalOf = ({ life, hasAgent, isPlaying }: KnownBot, route: Ordering): string | undefined => {
  const isJoined = joined.includes(life.state);
  const takesSettings = after(life, 'leave', 'user_requested') !== undefined || life.state === 'scheduled';
  const cannot = {
    sendChatMessage: !isJoined && 'cannot send a chat message',
    outputVideo: !(isJoined && !isPlaying) && 'cannot play a video',
    updateVoiceAgentSettings: takesSettings ? !hasAgent && 'url: needs a bot' : 'cannot change the voice agent',
    updateTranscriptionSettings: !takesSettings && 'cannot change the transcription',
  } as const satisfies Record<Ordering, string | false>;
  return cannot[route] || undefined;
};

/** Does what the answer says in the model, and throws when it says something else than the decisions. */
export const expectOrder = (service: Service, bot: KnownBot, route: Ordering, answer: Answer): void => {
  const refusal = refusalOf(bot, route);
  if (refusal) {
    expectRefusal(answer, 400, refusal.startsWith('cannot') ? 'invalid_state' : 'invalid_input');
    assert.ok(String((answer.body as { detail: string }).detail).startsWith(refusal), answer.text);
    expectNoWrite(service);
    return;
  }
  if (route === 'outputVideo') bot.isPlaying = true;
  if (route === 'updateTranscriptionSettings') bot.captions = goodBodies[route].meeting_closed_captions;
  expectBot(answer, 200, bot);
  const kinds = service.written().map((change) => String(change.new?.kind));
  assert.deepEqual(kinds.sort(), route === 'sendChatMessage' ? ['bot', 'command'] : ['bot']);
};
