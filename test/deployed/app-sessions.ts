/** What is asked of a deployed stack about app sessions: a stand-in for Zoom streams a meeting. */
import assert from 'node:assert/strict';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import * as z from 'zod';
import { AppSessionBody, MediaBody } from '../../lib/api/schemas/app-sessions.ts';
import { Utterance } from '../../lib/domain/captured/captured.ts';
import { anRtms } from '../facsimiles/rtms/rtms.ts';
import { jonas, maya, type Script, utterancesOf } from '../facsimiles/rtms/script.ts';
import { executionIs } from './scenarios.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';
import { taskOf } from './tasks.ts';

const meeting: Script = [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 50, does: 'join', who: jonas },
  { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
  { at_ms: 200, does: 'say', who: maya, clip: 'maya-01' },
  { at_ms: 4_500, does: 'say', who: jonas, clip: 'jonas-01' },
  { at_ms: 9_000, does: 'end', reason: 6 },
];

/** A stream of the app that was entered for connections is forwarded, its session records it in a task of its own, and all of it can be read. */
export const aStreamedMeeting = async (stage: Stage): Promise<void> => {
  const { step, api, sink } = stage;
  await using rtms = await anRtms();
  const stream = rtms.startStream();
  const session = await step('a stream is forwarded, and gets a session', async () => {
    const webhooks = [{ url: sink.url, triggers: ['bot.state_change'] }];
    const answer = await api('POST', '/app_sessions', { conf_rtms: stream.started(), webhooks });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return AppSessionBody.parse(answer.body);
  });
  await step('its execution launches a small task', async () =>
    assert.equal((await taskOf(stage, session.id)).cpu, '256'),
  );
  await step('the task starts, and connects to the stream', () =>
    eventually(
      'the stream',
      async () => stream.accepted.media,
      (count) => count === 1,
    ),
  );
  using played = await stream.play(meeting);
  await played.done;
  const inMeeting_ms = await step('the session has ended', async () => {
    const { events } = await eventually(
      'the session',
      async () => AppSessionBody.parse((await api('GET', `/app_sessions/${session.id}`)).body),
      ({ state }) => state === 'ended',
    );
    assert.deepEqual(stream.complaints, []);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['join_requested', 'joined_meeting', 'meeting_ended', 'post_processing_completed'],
    );
    const [joined_ms, ended_ms] = events.slice(1).map(({ created_at }) => Date.parse(created_at));
    return (ended_ms ?? Number.NaN) - (joined_ms ?? Number.NaN);
  });
  await step('what was said is written down', async () => {
    const { body } = await api('GET', `/app_sessions/${session.id}/transcript`);
    const texts = z
      .array(Utterance)
      .parse(body)
      .map(({ transcription }) => transcription.transcript);
    assert.deepEqual(
      texts,
      utterancesOf(meeting).map(({ text }) => text),
    );
  });
  await step('its recording can be fetched and played', async () => {
    const { url, duration_ms } = MediaBody.parse((await api('GET', `/app_sessions/${session.id}/media`)).body);
    const source = new BufferSource(await (await fetch(url)).arrayBuffer());
    using input = new Input({ formats: ALL_FORMATS, source });
    assert.equal((await input.getPrimaryVideoTrack())?.codec, 'avc');
    // Nine seconds are played; on a busy machine that takes longer, and the recording shows what came when it came.
    assert.ok(duration_ms > 6_000 && duration_ms < inMeeting_ms + 3_000, `${duration_ms} ms of ${inMeeting_ms}`);
  });
  await step('webhooks tell of it by both names', async () => {
    const told = () => sink.received.map(({ envelope }) => envelope).filter(({ bot_id }) => bot_id === session.id);
    await eventually(
      'the webhooks',
      async () => told().length,
      (count) => count >= 4,
    );
    for (const one of told()) assert.equal((one as { app_session_id?: string }).app_session_id, session.id);
  });
  await step('its execution succeeds', () => executionIs(stage, session, 'SUCCEEDED'));
};
