import { expect, it } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { selectors } from '../../../../lib/capture/platforms/teams/selectors.ts';

it.each([
  '<button id="hangup-button" data-tid="hangup-main-btn" data-case="leave">Leave</button>',
  '<div id="hangup-button"><button data-case="leave">Leave</button><button>More</button></div>',
  '<div id="hangup-button" role="button" data-case="leave">Leave</div>',
  '<div><button data-tid="hangup-main-btn" data-case="leave">Leave</button></div>',
])('presses what leaves, and not what is around it: %s', (html) => {
  expect(documentOf(html).querySelector<HTMLElement>(selectors.bar.leave)?.dataset.case).toBe('leave');
});

it.each(['microphone-button', 'mic-button'])('presses what mutes, as it is called in each client: %s', (id) => {
  expect(documentOf(`<button id="${id}">Mute mic</button>`).querySelector(selectors.bar.microphone)?.id).toBe(id);
});

it.each([
  '<button data-tid="more-button" data-case="chat">More</button><button id="callingButtons-showMoreBtn" data-case="bar">More</button>',
  '<button data-tid="more-button" data-case="bar">More</button>',
])('opens the menu of the meeting: %s', (html) => {
  expect(documentOf(html).querySelector<HTMLElement>(selectors.bar.more)?.dataset.case).toBe('bar');
});

it.each([
  '<button data-tid="chat-button" data-case="elsewhere">Chat</button><button id="chat-button" data-case="bar">Chat</button>',
  '<button data-tid="chat-button" data-case="bar">Chat</button>',
])('opens the chat of the meeting: %s', (html) => {
  expect(documentOf(html).querySelector<HTMLElement>(selectors.bar.chat)?.dataset.case).toBe('bar');
});
