/**
 * What is asked of a deployed stack about app sessions: a stand-in for Zoom streams a meeting. Tasks do not run on an emulator, so
 * the session's is run here, from what its image is made of and with what its definition and its order say.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import * as z from 'zod';
import { AppSessionBody, MediaBody } from '../../lib/api/schemas/app-sessions.ts';
import { buildWorker } from '../../lib/capture/build/worker.ts';
import { Utterance } from '../../lib/domain/captured/captured.ts';
import { anRtms } from '../facsimiles/rtms/rtms.ts';
import { jonas, maya, type Script, utterancesOf } from '../facsimiles/rtms/script.ts';
import { executionIs, type Stage } from './scenarios.ts';
import { eventually } from './steps.ts';
import { environmentOf, taskOf } from './tasks.ts';

const meeting: Script = [
  { at_ms: 0, does: 'join', who: maya },
  { at_ms: 50, does: 'join', who: jonas },
  { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
  { at_ms: 200, does: 'say', who: maya, clip: 'maya-01' },
  { at_ms: 4_500, does: 'say', who: jonas, clip: 'jonas-01' },
  { at_ms: 9_000, does: 'end', reason: 6 },
];

const runWorker = (folder: string, environment: NodeJS.ProcessEnv): ChildProcess => {
  buildWorker(folder, 'app-session-worker');
  const { PATH, AWS_ENDPOINT_URL, AWS_REGION = 'us-east-1' } = process.env;
  const { AWS_ACCESS_KEY_ID = 'test', AWS_SECRET_ACCESS_KEY = 'test' } = process.env;
  const aws = { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  return spawn('node', [join(folder, 'app-session-worker.mjs')], {
    env: { PATH, ...aws, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
};

/** A stream of the app that was entered for connections is forwarded, its session records it in a task of its own, and all of it can be read. */
export const aStreamedMeeting = async (stage: Stage, folder: string): Promise<void> => {
  const { step, api, sink } = stage;
  await using rtms = await anRtms();
  const stream = rtms.startStream();
  const session = await step('a stream is forwarded, and gets a session', async () => {
    const webhooks = [{ url: sink.url, triggers: ['bot.state_change'] }];
    const answer = await api('POST', '/app_sessions', { conf_rtms: stream.started(), webhooks });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return AppSessionBody.parse(answer.body);
  });
  const environment = await step('its execution launches a small task', async () => {
    const found = await environmentOf(stage, await taskOf(stage, session.id));
    assert.equal(found.cpu, '256');
    return found.environment;
  });
  const worker = await step('the task starts, and connects to the stream', async () => {
    const started = runWorker(folder, environment);
    await eventually(
      'the stream',
      async () => stream.accepted.media,
      (count) => count === 1,
    );
    return started;
  });
  try {
    using played = await stream.play(meeting);
    await played.done;
    await step('the meeting is over, and the task as well', async () => {
      const [code] = worker.exitCode === null ? await once(worker, 'exit') : [worker.exitCode];
      assert.equal(code, 0);
      assert.deepEqual(stream.complaints, []);
    });
  } finally {
    worker.kill();
  }
  await step('the session has ended', async () => {
    const { state, events } = AppSessionBody.parse((await api('GET', `/app_sessions/${session.id}`)).body);
    assert.equal(state, 'ended');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['join_requested', 'joined_meeting', 'meeting_ended', 'post_processing_completed'],
    );
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
    assert.ok(Math.abs(duration_ms - 9_000) < 3_000, `${duration_ms} ms`);
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
