/** The steps of docs/extending.md for a new provider of transcription, followed once: the rest of the service finds it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RouteName } from '../../lib/api/routes.ts';
import { createObserver } from '../../lib/capture/session/people/observer.ts';
import { createPeopleSeen } from '../../lib/capture/session/people/people-seen.ts';
import { createSpeechAttribution } from '../../lib/capture/session/speech/attribution.ts';
import { createTranscribedTime } from '../../lib/capture/session/speech/transcribed-time.ts';
import { nameIn } from '../../lib/domain/access/plain-names.ts';
import type { SpeechMessage } from '../../lib/domain/transcription/speech.ts';
import { speechFile } from '../../lib/domain/transcription/speech.ts';
import { TranscriptionSettings } from '../../lib/domain/transcription/transcription-settings.ts';
import { transcriptWaitSeconds } from '../../lib/domain/transcription/transcription-times.ts';
import { settingsOf } from '../../lib/infra/settings.ts';
import { keySecretVariables, operatedProviderVariables } from '../../lib/infra/table-settings.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { hostedTranscription } from '../../lib/process/environment/services.ts';
import { operatorKeys } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { capturedFolder } from '../../lib/storage/bots/media-names.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { createCreateProject } from '../../lib/usecases/access/create-project.ts';
import { createSpeechLine } from '../../lib/usecases/worker/speech-line.ts';
import { start_ms } from '../capture/session/attended-meeting.ts';
import { type Call, callRoute } from '../lab/api/requests.ts';
import { anAssignment } from '../lab/builders/assignment.ts';
import { aQueueEvent } from '../lab/builders/events.ts';
import { aParticipant, aView } from '../lab/builders/meeting-views.ts';
import { memoryMediaStore } from '../lab/doubles/memory-media-store.ts';
import { memoryQueue } from '../lab/doubles/memory-queue.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

const { stores } = vi.hoisted(() => ({ stores: {} as Record<'table' | 'media' | 'queue', object> }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => stores.table }));
vi.mock('#adapters/media-store.ts', () => ({ openMediaStore: () => stores.media }));
vi.mock('#adapters/queue.ts', () => ({ openTranscriptionQueue: () => stores.queue }));
vi.mock('#adapters/master-key.ts', () => ({ openMasterKey: () => ({ openSecret: async () => 'key-of-toy' }) }));
vi.mock('../../lib/process/log.ts', () => ({ log: { info: () => {}, warn: () => {}, error: () => {} } }));

// Step 1: a row.
vi.mock('../../lib/domain/transcription/providers.ts', async (original) => {
  const { providers } = await original<typeof import('../../lib/domain/transcription/providers.ts')>();
  return { providers: { ...providers, toy: (await import('./toy-provider.ts')).toy } };
});
// What it is called elsewhere.
vi.mock('../../lib/domain/transcription/plain-provider-names.ts', async (original) => {
  const { plainProviderNames } =
    await original<typeof import('../../lib/domain/transcription/plain-provider-names.ts')>();
  return { plainProviderNames: { ...plainProviderNames, toy: 'toys' } };
});
// Step 2: a file, and its line.
vi.mock('../../lib/transcription/index.ts', async (original) => {
  const { transcribers } = await original<typeof import('../../lib/transcription/index.ts')>();
  return { transcribers: { ...transcribers, toy: (await import('./toy-provider.ts')).openToy } };
});

const table = memoryTable();
const media = memoryMediaStore();
const queue = memoryQueue();
Object.assign(stores, { table, media, queue });
const operated = { transcription_timeout_seconds: 120 };
const second = new Uint8Array(32_000);

describe('a provider that is a row, a file and its line', () => {
  const settings = { toy: { voice: 'low' } } as never;
  let project: Awaited<ReturnType<ReturnType<typeof createCreateProject>>>;

  beforeEach(async () => {
    vi.stubEnv('BASE_URL', undefined);
    const newProject = createCreateProject({
      projects: projectRepository(table),
      apiKeys: apiKeyRepository(table),
      secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
      clock: systemClock,
    });
    project = await newProject('toys');
  });
  afterEach(() => vi.unstubAllEnvs());

  const call = (route: RouteName, more: Call) =>
    callRoute(route, { headers: { authorization: `Token ${project.api_key}` }, ...more });
  const create = (transcription_settings: unknown) => {
    const meeting_url = 'https://meet.google.com/abc-defg-hij';
    return call('createBot', { body: { meeting_url, bot_name: 'Notes', transcription_settings } });
  };

  it('can be named by clients, who are told that its key is missing', async () => {
    const { status, body } = await create({ toy: {} });
    expect([status, body]).toMatchObject([201, { warnings: [expect.stringContaining('no key for Toys & Co')] }]);
    const wrong = await create({ toy: { voice: 'loud' } });
    expect(wrong.body).toMatchObject({
      errors: { 'transcription_settings.toy.voice': ['must be one of "high", "low"'] },
    });
    const two = await create({ toy: {}, meeting_closed_captions: {} });
    expect(two.body).toMatchObject({ detail: expect.stringContaining('custom_async, toy') });
  });

  it("can have the operator's key for all projects, whose secret is named when deploying", () => {
    const said: Readonly<Record<string, string>> = { toyKeySecret: 'bots/toys', oidcIssuer: 'none' };
    const { TOY_KEY_SECRET } = keySecretVariables(settingsOf((name) => said[name]));
    vi.stubEnv('TOY_KEY_SECRET', TOY_KEY_SECRET);
    expect(environment(operatorKeys).keySecrets).toEqual({ toy: 'bots/toys' });
  });

  it('is where its maker says, or where the operator says when deploying, in either home', () => {
    const urlOf = () => (environment(hostedTranscription).hosted as unknown as { toy: { url: string } }).toy.url;
    expect(urlOf()).toBe('https://toys.example.com');
    const said: Readonly<Record<string, string>> = { toyUrl: 'http://10.0.0.7:8000/', oidcIssuer: 'none' };
    const { TOY_URL } = operatedProviderVariables(settingsOf((name) => said[name]));
    vi.stubEnv('TOY_URL', TOY_URL);
    expect(urlOf()).toBe('http://10.0.0.7:8000');
  });

  it('has a plain name, for projects that are answered in those', () => {
    expect([nameIn('plain', 'toy'), nameIn('neutral', 'toys')]).toEqual(['toys', 'toy']);
  });

  it('is waited for as long as it may take', () => {
    const slower = { transcription_timeout_seconds: 1 };
    expect(transcriptWaitSeconds({ transcription_settings: settings }, operated)).toBe(5 * (120 + 30) + 4 * 300);
    expect(transcriptWaitSeconds({ transcription_settings: settings }, slower)).toBe(5 * (70 + 30) + 4 * 300);
  });

  it('is sent what people say, and what it makes of it is the transcript', async () => {
    const { id } = (await create(settings)).body as { id: string };
    const ref = { project_id: project.project_id, bot_id: id };
    const line = createSpeechLine({ speech: speechRepository(table), queue, clock: systemClock }, ref, 1);
    const time = createTranscribedTime();
    const people = createPeopleSeen();
    const kept: Promise<void>[] = [];
    const attribution = createSpeechAttribution(
      {
        keep: (piece, pcm) => {
          const store = () => media.put(capturedFolder(ref) + speechFile(piece.piece_id), pcm, 'audio/pcm');
          kept.push(
            line
              .note(piece)
              .then(store)
              .then(() => line.handOn(piece)),
          );
        },
      },
      time,
      people,
    );
    const observer = createObserver(anAssignment(), { reports: { add: () => undefined }, time, attribution, people });
    const maya = aParticipant('Maya');
    observer.observe(aView({}, [maya]), start_ms, settings);
    const sound = { start_timestamp_ms: start_ms, duration_ms: 1000, sample_rate: 16_000, pcm: second };
    attribution.take({ participant_id: maya.id, ...sound });
    await Promise.all(kept);
    const entered = { provider: 'toy' as never, sealed: 'sealed', entered_at: '2026-03-02T09:00:00.000Z' };
    await credentialRepository(table).put(project.project_id, entered);
    const { handler } = await import('../../lambdas/transcription/transcribe.ts');
    const messages = queue.takeDue() as SpeechMessage[];
    expect(await handler(aQueueEvent(...messages.map((message) => JSON.stringify(message))))).toEqual({
      batchItemFailures: [],
    });
    expect((await call('getTranscript', { id })).body).toMatchObject([
      {
        speaker_name: 'Maya',
        transcription: { transcript: '1 s in a low voice, with key-of-toy at https://toys.example.com' },
      },
    ]);
  });

  it('is in the OpenAPI document, with its settings', async () => {
    const { openApiDocument } = await import('../../lib/api/openapi/document.ts');
    const { TranscriptionSettings: schema } = openApiDocument().components.schemas;
    expect(schema?.properties).toMatchObject({
      toy: { description: 'Toys & Co, asked with the key of your project.' },
    });
    expect(TranscriptionSettings.parse({ toy: {} })).toEqual({ toy: { voice: 'high' } });
  });
});
