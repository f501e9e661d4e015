import { expect, it } from 'vitest';
import { createZoomChat, messagesIn } from '../../../../lib/capture/platforms/zoom/chat.ts';
import { createHands } from '../../../../lib/capture/platforms/zoom/hands.ts';
import { createPeople } from '../../../../lib/capture/platforms/zoom/people.ts';
import { aChat, aClient, aMessage } from './client.ts';

it('sees what the bot has said where the client lists nobody, as for those who attend a webinar', () => {
  const notes = { id: '1:Notes', name: 'Notes' };
  const personOf = (name: string | undefined) => (name === undefined || name === notes.name ? notes : undefined);
  const chat = createZoomChat(personOf);
  const root = aClient(
    aChat(
      aMessage({ id: 'a', from: 'You', text: 'I record' }),
      aMessage({ id: 'b', from: 'Ada', text: 'I record' }),
      aMessage({ id: 'c', from: 'You', text: 'Bye' }),
    ),
  );
  const hands = createHands({
    root: () => root,
    people: createPeople(),
    self: () => personOf(undefined),
    chat,
    refresh: () => chat.look(messagesIn(root)),
    isSeen: () => true,
    isReady: () => true,
    permission: { asked: () => undefined, granted: () => undefined },
  });
  expect([hands.said('I record'), hands.hasSaid('I record', 1), hands.hasSaid('I record', 2)]).toEqual([
    1,
    true,
    false,
  ]);
});
