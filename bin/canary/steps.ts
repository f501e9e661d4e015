/** What an operator does in a meeting of their own, and by what it is seen that they did. */

import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase, MeetingView } from '../../lib/capture/meeting/view.ts';
import type { MeetingCapabilities } from '../../lib/domain/meeting/capabilities.ts';

export interface Step {
  readonly name: string;
  /** What the operator is asked to do. */
  ask(bot_name: string): string;
  /** Absent: on every platform. */
  isFor?(capabilities: MeetingCapabilities): boolean;
  /** What the bot does first. */
  act?(meeting: Meeting, bot_name: string): Promise<unknown>;
  /** At which pages the bot may do that again, where one lacked something; absent: at each. */
  readonly again_at?: readonly MeetingPhase[];
  /** In which phases the page may be once it is done. */
  readonly phases: readonly MeetingPhase[];
  isDone(view: MeetingView): boolean;
  /** Somebody is to speak for it. */
  readonly isSpoken?: true;
}

const inside: readonly MeetingPhase[] = ['in_meeting'];
const others = ({ participants }: MeetingView) => participants.filter(({ is_self }) => !is_self);

export const steps: readonly Step[] = [
  {
    name: 'open',
    ask: () => 'The bot opens the link. You have nothing to do.',
    act: (meeting) => meeting.load(),
    phases: ['pre_join', 'waiting_room', 'not_started', 'in_meeting'],
    isDone: ({ phase }) => steps[0]?.phases.includes(phase) === true,
  },
  {
    name: 'admit',
    ask: (bot_name) => `The bot asks to be let in as "${bot_name}". Be in the meeting as its host, and admit it.`,
    async act(meeting, bot_name) {
      await meeting.prepare(bot_name);
      await meeting.join();
    },
    // Who has knocked is not to knock twice.
    again_at: ['pre_join', 'loading', 'unknown', 'consent_asked'],
    phases: inside,
    isDone: ({ phase }) => phase === 'in_meeting',
  },
  {
    name: 'people',
    ask: () => 'Stay in the meeting: the bot looks who is there.',
    act: (meeting) => meeting.settle(),
    phases: inside,
    isDone: (view) => view.phase === 'in_meeting' && others(view).length > 0,
  },
  {
    name: 'speak',
    ask: () => 'Unmute yourself, and count: one, two, three.',
    phases: inside,
    isSpoken: true,
    isDone: ({ speech, last_sound_ms }) => speech.length > 0 || last_sound_ms !== null,
  },
  {
    name: 'captions',
    ask: () => 'Count again, until captions come: the bot has turned them on for itself.',
    isFor: ({ captions }) => captions === true,
    phases: inside,
    isDone: ({ captions }) => captions.length > 0,
  },
  {
    name: 'chat',
    ask: () => 'Write the word canary into the chat of the meeting, to everyone.',
    isFor: ({ chat }) => chat !== 'none',
    phases: inside,
    isDone: ({ messages }) => messages.some(({ text }) => /canary/i.test(text)),
  },
  {
    name: 'share',
    ask: () => 'Share your screen.',
    phases: inside,
    isDone: (view) => others(view).some(({ is_sharing }) => is_sharing),
  },
  {
    name: 'remove',
    ask: () => 'Remove the bot from the meeting, or end the meeting for everyone.',
    phases: ['removed', 'ended'],
    isDone: ({ phase }) => phase === 'removed' || phase === 'ended',
  },
];
