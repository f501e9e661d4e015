/** What Zoom itself publishes for real-time media streams, against the stand-in: the numbers of its header, and its own native client. */
import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { anApp } from '../conf/people.ts';
import { makersPackages } from '../makers.ts';
import { type PythonPackages, pythonPackages } from '../python.ts';
import { clipNamed, packetsOf } from '../sound/speech.ts';
import { heldTime } from '../time.ts';
import { aStill, filmOf } from './films/films.ts';
import * as numbers from './numbers.ts';
import { streamOf } from './plain-client.ts';
import type { RtmsQuirks } from './quirks.ts';
import { anRtms, type PlayedStream } from './rtms.ts';
import { aShortMeeting, jonas, maya, priya, type Script } from './script.ts';

const makers = await makersPackages();
if ('missing' in makers) describeSkipped('the header of Zoom’s client', makers.missing);
else {
  const header = await readFile(join(makers.folder, 'node_modules/@zoom/rtms/src/rtms.h'), 'utf8');
  /** An enumeration of the header, by name. */
  const enumeration = (name: string): Record<string, number> => {
    const [, body = ''] = new RegExp(`enum class ${name} \\{([^}]*)\\}`).exec(header) ?? [];
    return Object.fromEntries(
      [...body.matchAll(/^\s*(\w+)\s*=\s*(-?\d+)/gm)].map(([, key = '', value]) => [key, Number(value)]),
    );
  };

  describe('the header of Zoom’s client', () => {
    it.each<[string, Readonly<Record<string, number>>]>([
      ['MESSAGE_TYPE', numbers.messageTypes],
      ['SESSION_STATE', numbers.sessionStates],
      ['STREAM_STATE', numbers.streamStates],
      ['STOP_REASON', numbers.stopReasons],
      ['MEDIA_DATA_TYPE', numbers.mediaTypes],
      ['MEDIA_CONTENT_TYPE', numbers.contentTypes],
      ['MEDIA_PAYLOAD_TYPE', numbers.payloadTypes],
      ['AUDIO_SAMPLE_RATE', numbers.sampleRates],
      ['AUDIO_CHANNEL', numbers.channels],
      ['MEDIA_RESOLUTION', numbers.resolutions],
      ['MEDIA_DATA_OPTION', numbers.dataOptions],
      ['TRANSCRIPT_LANGUAGE', numbers.transcriptLanguages],
    ])('has the same %s', (name, own) => {
      const { UNDEFINED: _, ...published } = enumeration(name);
      const { UNDEFINED: __, ...typed } = { UNDEFINED: 0, ...own };
      expect(typed).toEqual(published);
    });

    it('has the same events, besides those of contact centres', () => {
      const published = enumeration('EVENT_TYPE');
      expect(published).toMatchObject(numbers.eventTypes);
      const others = Object.keys(published).filter((name) => !(name in numbers.eventTypes));
      expect(others.every((name) => /^(UNDEFINED|CONSUMER|USER)/.test(name))).toBe(true);
    });
  });
}

const Heard = z.tuple([z.string()], z.unknown());
const Media = z.tuple([z.string(), z.int(), z.string(), z.string()], z.unknown());
const fixture = (name: string) => fileURLToPath(new URL(`../../lab/fixtures/loopback.${name}.pem`, import.meta.url));

interface Visit {
  readonly script: Script;
  readonly quirks?: RtmsQuirks;
  readonly secret?: string;
  /** As 16-bit samples at 16 kHz; Opus, its default, otherwise. */
  readonly samples?: boolean;
}

/** Lets Zoom's client join a stream, plays the script to it, and gives what it heard. Time waits for the client. */
const visit = async ({ python, folder }: PythonPackages, { script, quirks = {}, secret, samples }: Visit) => {
  const tls = { key: await readFile(fixture('key'), 'utf8'), cert: await readFile(fixture('cert'), 'utf8') };
  const time = heldTime(new Date());
  await using rtms = await anRtms({ time, tls, quirks });
  await using scratch = await aDataFolder();
  await mkdir(join(scratch.path, 'logs'));
  const stream = rtms.startStream();
  const { client_id, client_secret } = anApp();
  const child = spawn(python, [fileURLToPath(new URL('maker-client.py', import.meta.url))], {
    cwd: scratch.path,
    env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', ZM_RTMS_CA: fixture('cert') },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const audio = { content_type: 2, codec: 1, sample_rate: 1, channel: 1, data_opt: 2, duration: 20, frame_size: 320 };
  const order = { ...streamOf(stream.started()), client: client_id, secret: secret ?? client_secret, timeout: 60_000 };
  child.stdin.end(JSON.stringify({ join: order, audio: samples ? audio : null }));
  try {
    await expect.poll(() => stream.state === 'ACTIVE' || stream.complaints.length > 0).toBe(true);
    if (stream.state === 'ACTIVE') {
      using _ = await stream.play(script);
      for (let left = script.at(-1)?.at_ms ?? 0; left > 0; left -= 100) {
        time.advance(100);
        await rtms.settled();
        const caughtUp = (): boolean => quirks.keepAliveWithoutSequence || stream.unanswered === 0;
        await expect.poll(() => caughtUp() && stream.state !== 'INTERRUPTED').toBe(true);
      }
      await gone;
    }
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
  // Its own log lines stand between the answers.
  const heard = said
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line) => Heard.parse(JSON.parse(line)));
  const of = (what: string) => heard.filter(([name]) => name === what).map(([, ...details]) => details);
  const bytes = (what: string, name: string) =>
    heard
      .filter(([one]) => one === what)
      .map((one) => Media.parse(one))
      .filter(([, , user]) => user === name)
      .map(([, , , data]) => data);
  return { of, bytes, stream: stream satisfies PlayedStream };
};

const packages =
  process.platform === 'linux' && process.arch === 'x64'
    ? await pythonPackages('rtms.txt')
    : { missing: 'it is for Linux on x86-64' };
if ('missing' in packages) describeSkipped('Zoom’s native client', packages.missing);
else {
  describe('Zoom’s native client', () => {
    it('hears and sees in the stand-in’s meeting what was played', async () => {
      const { of, bytes, stream } = await visit(packages, {
        script: aShortMeeting,
        quirks: { binaryFrames: true },
      });
      expect(stream.complaints).toEqual([]);
      expect(of('joined')).toEqual([[0]]);
      expect(of('session').map(([operation]) => operation)).toEqual([1, 2]);
      expect(of('join').map(([, people]) => people)).toEqual([[maya], [jonas], [priya]]);
      expect(of('leave').map(([, people]) => people)).toEqual([[{ user_id: jonas.user_id, user_name: null }]]);
      expect(of('camera')).toEqual([
        [[maya.user_id], true],
        [[jonas.user_id], true],
      ]);
      expect(of('speaker').map(([, name]) => name)).toEqual(['Maya', 'Jonas', 'Priya', 'Maya', 'Jonas', 'Priya']);
      const told = (name: string) => bytes('transcript', name).map((data) => Buffer.from(data, 'hex').toString());
      expect(told('Maya')).toEqual([clipNamed('maya-01').text, clipNamed('maya-02').text]);
      expect(told('Priya')).toEqual([clipNamed('priya-01').text, clipNamed('priya-02').text]);
      // Every packet of a sentence, byte for byte.
      const packets = (await packetsOf('jonas-01')).map((packet) => Buffer.from(packet).toString('hex'));
      expect(bytes('audio', 'Jonas').slice(0, packets.length)).toEqual(packets);
      const [first] = (await filmOf('wide')).frames;
      expect(bytes('video', 'Maya')[0]).toBe(Buffer.from(first?.bytes ?? []).toString('hex'));
      expect(bytes('share', 'Maya')[0]).toBe(Buffer.from(first?.bytes ?? []).toString('hex'));
      expect(of('left')).toEqual([[numbers.stopReasons.MEETING_ENDED]]);
    });

    it('gets samples, and a screen as stills, where it asks for them or they come', async () => {
      const script: Script = [
        { at_ms: 0, does: 'join', who: maya },
        { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
        { at_ms: 1_000, does: 'share', who: maya, film: 'wide' },
        { at_ms: 2_000, does: 'pause' },
        { at_ms: 3_000, does: 'resume' },
        { at_ms: 5_000, does: 'end', reason: numbers.stopReasons.HOST_DISABLED_APP },
      ];
      const { of, bytes, stream } = await visit(packages, {
        script,
        samples: true,
        quirks: { jpegShare: true },
      });
      expect(stream.complaints).toEqual([]);
      expect(new Set(bytes('audio', 'Maya').map((data) => data.length / 2))).toEqual(new Set([640]));
      expect(bytes('share', 'Maya')[0]).toBe(Buffer.from(await aStill()).toString('hex'));
      // Begun, paused, resumed, stopped.
      expect(of('session').map(([operation]) => operation)).toEqual([1, 3, 4, 2]);
      expect(of('left')).toEqual([[numbers.stopReasons.HOST_DISABLED_APP]]);
    });

    const aQuietMinute: Script = [{ at_ms: 60_000, does: 'end', reason: numbers.stopReasons.MEETING_ENDED }];
    it('answers keep-alives, and is not lost in a quiet minute', async () => {
      const { of, stream } = await visit(packages, { script: aQuietMinute });
      expect(stream.complaints).toEqual([]);
      expect(of('left')).toEqual([[numbers.stopReasons.MEETING_ENDED]]);
    });

    it('answers no keep-alive without a number: servers must send one, though no page says so', async () => {
      const { of, stream } = await visit(packages, {
        script: aQuietMinute,
        quirks: { keepAliveWithoutSequence: true },
      });
      expect(stream.complaints).toContain('signaling: 3 keep-alives without an answer');
      // It comes back by itself: the stream survives all the same.
      expect(stream.accepted.signaling).toBeGreaterThan(1);
      expect(of('left')).toEqual([[numbers.stopReasons.MEETING_ENDED]]);
    });

    it('signs with the secret, and is refused with another', async () => {
      const { of, stream } = await visit(packages, { script: [], secret: 'another' });
      expect(stream.complaints).toEqual(['signaling: refused: invalid_signature']);
      expect(of('audio')).toEqual([]);
    });
  });
}
