import { expect, it } from 'vitest';
import { MeetingView } from '../../../lib/capture/meeting/view.ts';
import { aParticipant, aView } from '../../lab/builders/meeting-views.ts';

const long = '😀'.repeat(6_000);

it.each([0, 1])('cuts what a page shows at its bounds and no character in two (%i)', (shift) => {
  const shown = 'x'.repeat(shift) + long;
  const message = {
    id: 'm',
    sender_id: 'ada',
    sender_name: shown,
    to: 'everyone',
    timestamp_ms: 1,
    edited_at_ms: null,
  };
  const view = MeetingView.parse(aView({ messages: [{ ...message, text: shown }] }, [aParticipant(shown)]));
  const [, person] = view.participants;
  const texts = [person?.name, person?.id, view.messages[0]?.text, view.messages[0]?.sender_name].map(String);
  expect(texts.map((text) => text.isWellFormed())).toEqual([true, true, true, true]);
  expect(texts.map((text) => [text.slice(0, -2), text.length])).toEqual(
    [256, 256, 10_000, 256].map((most) => [shown.slice(0, most - shift - 2), most - shift]),
  );
});
