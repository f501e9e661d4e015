import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { streamRepository, takingStream } from '../../../lib/storage/bots/streams.ts';
import { createEndAppSession } from '../../../lib/usecases/app-sessions/end-app-session.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

/** What has happened to a session in this state once the end of its stream was forwarded, and where it is then. */
const forwarded = async (state: BotState, stop_reason?: number) => {
  const table = memoryTable();
  const clock = aClock(new Date());
  const bots = botRepository(table);
  const streams = streamRepository(table);
  const session = { ...anAppSession(), state };
  const { project_id, id, stream } = session;
  await bots.create(session, [takingStream(project_id, stream, id, clock.now())]);
  const { endStream } = createEndAppSession({ bots, streams, clock });
  const told: Bot = await endStream(project_id, { rtms_stream_id: stream.rtms_stream_id, stop_reason });
  const stored = await bots.get({ project_id, bot_id: id });
  expect(stored?.state).toBe(told.state);
  return {
    state: told.state,
    told: told.events
      .slice(session.events.length)
      .map(({ type, sub_type }) => (sub_type ? `${type} (${sub_type})` : type)),
  };
};

describe('the forwarded end of a stream', () => {
  it.each([
    [6, 'meeting_ended (ended_by_host)'],
    [1, 'meeting_ended (removed_from_meeting)'],
    [3, 'meeting_ended (removed_from_meeting)'],
    [8, 'meeting_ended (removed_from_meeting)'],
    [99, 'meeting_ended (removed_from_meeting)'],
  ])('ends the session as its reason says: %d', async (reason, event) => {
    for (const state of ['joining', 'joined_recording', 'joined_recording_paused', 'leaving'] as const)
      expect(await forwarded(state, reason)).toEqual({ state: 'post_processing', told: [event] });
  });

  it.each([undefined, 0, 20])('is a request to leave where it has no reason, or that one: %s', async (reason) => {
    expect(await forwarded('joined_recording', reason)).toEqual({
      state: 'leaving',
      told: ['leave_requested (user_requested)'],
    });
    expect(await forwarded('leaving', reason)).toEqual({ state: 'leaving', told: [] });
  });

  it.each([10, 16, 19, 24])('leaves the session to try anew after a fault of the platform: %d', async (reason) => {
    expect(await forwarded('joined_recording', reason)).toEqual({ state: 'joined_recording', told: [] });
  });

  it.each(['post_processing', 'ended', 'fatal_error', 'data_deleted'] as const)(
    'changes nothing of a session that is over: %s',
    async (state) => {
      for (const reason of [undefined, 1, 6, 8, 12, 20])
        expect(await forwarded(state, reason)).toEqual({ state, told: [] });
    },
  );
});
