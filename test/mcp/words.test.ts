import { describe, expect, it } from 'vitest';
import { presentBot } from '../../lib/api/present/bot.ts';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { botLine } from '../../lib/mcp/words.ts';
import { aBot, aBotEvent } from '../lab/builders/records.ts';

type Event = Bot['events'][number];

describe('a bot in a line', () => {
  const lineOf = (state: Bot['state'], ...events: [Event['type'], Event['sub_type']][]): string =>
    botLine(presentBot(aBot({ state, events: events.map(([type, sub_type]) => aBotEvent({ type, sub_type })) }), []));
  const denied = ['recording_permission_denied', 'host_denied_permission'] as const;

  it('says why it is in its state', () => {
    const line = lineOf('joined_recording_permission_denied', ['joined_meeting', null], [...denied]);
    expect(line).toContain('is joined_recording_permission_denied (host_denied_permission): ');
  });

  it('says nothing of what has been and is over', () => {
    const line = lineOf(
      'joined_recording',
      ['joined_meeting', null],
      [...denied],
      ['recording_permission_granted', null],
    );
    expect(line).toContain('is joined_recording: ');
  });

  it.each<[Event['type'], Event['sub_type'], Event['type']]>([
    ['leave_requested', 'user_requested', 'left_meeting'],
    ['meeting_ended', 'ended_by_host', 'post_processing_completed'],
    ['fatal_error', 'capture_lost', 'data_deleted'],
  ])('says to the end why it was over: %s', (type, sub_type, last) => {
    expect(lineOf('ended', ['joined_meeting', null], [type, sub_type], [last, null])).toContain(
      ` is ended (${sub_type}): `,
    );
  });
});
