/** The demo of app sessions: a stand-in for the platform plays a meeting as a real-time stream, and everything made of it is checked. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import type { AppSession } from '../../lib/client/index.ts';
import { download } from '../../lib/demo/bring-home.ts';
import type { Claim } from '../../lib/demo/checks.ts';
import { botTriggers, type DemoHome, openHome } from '../../lib/demo/home.ts';
import { say, tellWebhook } from '../../lib/demo/telling.ts';
import { isFinal } from '../../lib/domain/bot/lifecycle.ts';
import { anApp } from '../../test/facsimiles/conf/people.ts';
import { anRtms } from '../../test/facsimiles/rtms/rtms.ts';
import { aShortMeeting, utterancesOf } from '../../test/facsimiles/rtms/script.ts';

const endedWithinMs = 90_000;
const admin = fileURLToPath(new URL('../admin.ts', import.meta.url));

/** Enters the app of the stand-in, as an operator does. */
const enterApp = async (data_dir: string): Promise<void> => {
  const { client_id, client_secret } = anApp();
  const command = [admin, 'conf-apps', 'create', client_id, '--data', data_dir];
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(`${client_secret}\n`);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the app could not be entered');
  say(`entered the app ${client_id}`);
};

const endOf = async ({ client }: DemoHome, object_id: string): Promise<AppSession> => {
  for (const giveUpAt = Date.now() + endedWithinMs; ; await delay(100)) {
    const session = await client.getAppSession({ path: { object_id } });
    if (isFinal(session.state)) return session;
    if (Date.now() > giveUpAt) throw new Error(`the session is ${session.state} after ${endedWithinMs / 1000} s`);
  }
};

const factsOf = async (path: string) => {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  return { video: video?.codec, audio: audio?.codec, seconds: await input.computeDuration() };
};

const claim = (sentence: string, holds: boolean, found?: string): Claim => ({
  claim: sentence,
  holds,
  ...(found !== undefined && { found }),
});
const namesOf = (people: readonly { participant_name: string }[]): string =>
  people
    .map(({ participant_name }) => participant_name)
    .toSorted()
    .join(', ');

/** Answers what is true of what the session brought into the folder. */
export const showStream = async (folder: string): Promise<Claim[]> => {
  await using home = await openHome(say, tellWebhook);
  const { client, sink } = home;
  await enterApp(home.data_dir);
  await using rtms = await anRtms();
  const stream = rtms.startStream();
  const { id } = await client.createAppSession({
    body: {
      conf_rtms: { ...stream.started() },
      metadata: { from: 'npm run demo' },
      webhooks: [{ url: sink.url, triggers: botTriggers }],
    },
  });
  say(`created ${id}`);
  while (stream.accepted.media === 0) await delay(50);
  using _ = await stream.play(aShortMeeting);
  say('the stream is connected to, and plays a meeting of twenty seconds');
  const session = await endOf(home, id);

  const path = { object_id: id };
  const recordingPath = join(folder, 'recording.mp4');
  const [media, transcript, events, chat] = await Promise.all([
    client.getAppSessionMedia({ path }),
    client.getAppSessionTranscript({ path }),
    Array.fromAsync(client.listAppSessionParticipantEvents.items({ path })),
    Array.fromAsync(client.listAppSessionChatMessages.items({ path })),
  ]);
  await download(media.url, recordingPath);
  const kept = { session, transcript, participant_events: events, chat_messages: chat };
  for (const [name, content] of Object.entries(kept))
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  const told = sink.received.map(({ envelope }) => envelope as Readonly<Record<string, unknown>>);
  const { video, audio, seconds } = await factsOf(recordingPath);
  const said = utterancesOf(aShortMeeting).map(({ text }) => text);
  const people = 'Jonas, Maya, Priya';
  const of = (type: string) => namesOf(events.filter(({ event_type }) => event_type === type));
  const when = (type: string) => Date.parse(session.events.find((event) => event.type === type)?.created_at ?? '');
  // A machine that is busy plays the meeting more slowly.
  const lasted_s = (when('meeting_ended') - when('joined_meeting')) / 1000;
  return [
    claim('the session ended with its meeting', session.state === 'ended', session.state),
    claim('the stream was connected to once', stream.accepted.media === 1 && stream.complaints.length === 0),
    claim('the recording is H.264 and AAC', video === 'avc' && audio === 'aac', `${video}, ${audio}`),
    claim(
      'it is as long as the session, within 3 s',
      Math.abs(seconds - lasted_s) < 3,
      `${seconds.toFixed(1)} s of ${lasted_s.toFixed(1)}`,
    ),
    claim(
      'every sentence is in the transcript',
      said.every((text) => transcript.some(({ transcription }) => transcription.transcript === text)),
      `${transcript.length} of ${said.length}`,
    ),
    claim('everybody has come', of('join') === people, of('join')),
    claim('everybody has left', of('leave') === people, of('leave')),
    claim('what was written is there', chat.length === 1, chat[0]?.text),
    claim(
      'webhooks name the session by both names',
      told.length > 0 && told.every((one) => one.bot_id === id && one.app_session_id === id),
      `${told.length} webhooks`,
    ),
  ];
};
