import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEntries } from '../../../../bin/judge/entry.ts';
import { factsOf, verdictOf } from '../../../../bin/judge/verdict.ts';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import { keptPage } from '../../../../lib/capture/browser/kept-page/kept-page.ts';
import type { ToldOfPeople } from '../../../../lib/capture/browser/kept-page/told-people.ts';
import type { MeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import type { Evidence } from '../../../../lib/capture/meeting/meeting.ts';
import { signs as galene } from '../../../../lib/capture/platforms/galene/signs.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { adapters } from '../../../../lib/capture/platforms/index.ts';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';
import { createDiagnostics } from '../../../../lib/capture/session/diagnostics.ts';
import { systemSessionClock } from '../../../../lib/capture/session/ports.ts';
import { aTrack, aView } from '../../../lab/builders/meeting-views.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aStillPage } from '../../../lab/doubles/still-page.ts';

const megabyte = 1_000_000;
const many = 200_000;
const long = '\u20ac'.repeat(many);
const person = 'e';

/** Everything in it is larger than anybody would keep; each word is somebody's name, and masked it is longer. */
const hostile = (): Document => {
  const { document } = new JSDOM('<body></body>', { url: `https://example.com/${'a'.repeat(many)}` }).window;
  const written = `<p data-long="${long.slice(0, 5_000)}">${`${person} \u20ac `.repeat(240)}</p>`.repeat(230);
  document.title = long;
  document.body.innerHTML = written + '<iframe></iframe>'.repeat(3);
  for (const { contentDocument } of document.querySelectorAll('iframe'))
    if (contentDocument) contentDocument.body.innerHTML = written;
  return document;
};

const recogniserOfMuch = () => {
  const recogniser = createRecogniser(galene, () => undefined);
  const facts: PageFacts = {
    address: 'https://example.com/group/one/',
    title: long,
    status: 200,
    texts: Array.from({ length: 200 }, () => ({ text: long.slice(0, 300), place: 'main' as const })),
    shown: [],
    wire: Array.from({ length: 200 }, (_, number) => ({
      kind: 'galene.kicked',
      number,
      value: `${person} `.repeat(500),
    })),
    is_whole: true,
  };
  const written = Array.from({ length: 400 }, (_, at) => ({
    text: `${at} ${`${person} `.repeat(140)}`,
    place: 'main' as const,
  }));
  recogniser.recognise({ ...facts, shown: ['G02.name', 'G02.connect'], texts: written, wire: [] });
  recogniser.pressedJoin();
  recogniser.recognise({ ...facts, texts: [...facts.texts, ...written] });
  return recogniser;
};

const keep = async (page: Page) => {
  const store = aMemoryStore();
  const kept = keptPage({
    page,
    meeting_url: `https://example.com/group/one/?token=${'t'.repeat(2_000)}`,
    platform: 'galene',
    recogniser: recogniserOfMuch(),
    signs: galene,
    view: undefined,
    people: { names: [person], texts: [] },
    bot_name: 'Notes',
  });
  const meeting = { isLost: false, evidence: () => kept };
  const diagnostics = createDiagnostics({ store, clock: systemSessionClock, log: () => undefined }, 1);
  await diagnostics.keep(meeting, 'unknown_page', new Error(long, { cause: new Error(long) }));
  return store.objects;
};

const stateIn = (objects: ReadonlyMap<string, Uint8Array>) =>
  JSON.parse(String(Buffer.from(objects.get('diagnostics/001-unknown_page/state.json') ?? [])));

const emptyFacts: PageFacts = {
  address: 'https://example.com/group/one/',
  title: '',
  status: 200,
  texts: [],
  shown: [],
  wire: [],
  is_whole: true,
};
const meet = { address: 'https://meet.google.com/abc-defg-hij', title: 'Meet', wire: [] };

/** Of a page that a bot does not know once it was in the meeting, whose name stood on the page before; nobody is known by name. */
const keptAfterMeeting = (called: string, page: string, people?: ToldOfPeople) => {
  const asked = '<input aria-label="Your name" type="text"><button>Ask to join</button>';
  const inside =
    '<div data-self-name="Notes"></div><div data-participant-id="1"></div><button aria-label="Leave call"></button>';
  const documentSaying = (html: string): Document => new JSDOM(html, { url: meet.address }).window.document;
  const recogniser = createRecogniser(googleMeet, () => undefined);
  const look = (html: string) => recogniser.recognise(factsOf(meet, [documentSaying(html)], googleMeet)).phase;
  recogniser.loaded();
  expect(look(`<h1>${called}</h1><p>Hana is in this call</p>${asked}`)).toBe('pre_join');
  recogniser.pressedJoin();
  look(inside);
  expect(look(inside)).toBe('in_meeting');
  expect(look(page)).toBe('unknown');
  return keptPage({
    page: aStillPage(documentSaying(page), { png: 1_000 }),
    meeting_url: meet.address,
    platform: googleMeet.platform,
    recogniser,
    signs: googleMeet,
    view: aView({ phase: 'unknown' }),
    people,
    bot_name: 'Notes',
  });
};

/** What `npm run judge` makes of what was kept. */
const phasesOf = ({ facts, files }: Evidence) => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  try {
    writeFileSync(join(folder, 'state.json'), JSON.stringify(facts));
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    return readEntries(folder).map((entry) => (entry instanceof Error ? entry : verdictOf(entry).judgement.phase));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Of a meeting that does not load, for one time. */
const keptOfUnloaded = async (address: string) => {
  const page = {
    page: aStillPage(small(), { png: 1_000 }),
    load: vi.fn(async () => undefined).mockRejectedValueOnce(new Error(`net::ERR_NAME_NOT_RESOLVED at ${address}`)),
  } as unknown as MeetingPage;
  const meeting = meetingIn(page, adapters.galene, { meeting_url: address });
  await expect(meeting.load()).rejects.toThrow('net::ERR_NAME_NOT_RESOLVED');
  const { facts: unloaded } = await meeting.evidence();
  await meeting.load();
  const { facts: loaded } = await meeting.evidence();
  return { unloaded, loaded };
};

const small = (): Document =>
  new JSDOM('<body>A page</body>', { url: 'https://example.com/group/one/' }).window.document;
const noAnswer = (): Promise<never> => new Promise(() => undefined);

describe('what is kept of a page', () => {
  afterEach(() => void vi.useRealTimers());

  it('is less than a megabyte in all, however large the page, its picture and what came over its wire', async () => {
    const objects = await keep(aStillPage(hostile(), { png: 3 * megabyte, jpeg: 400_000 }));
    const bytes = [...objects.values()].reduce((sum, one) => sum + one.byteLength, 0);
    expect(bytes).toBeLessThan(megabyte);
    const names = [...objects.keys()].map((name) => name.replace('diagnostics/001-unknown_page/', ''));
    expect(names).toEqual(['state.json', 'diagnostics/last.json', 'page.jpg', 'frame-0.html', 'frame-1.html']);
    // Of what came by the wire the newest is what may tell why.
    const state = stateIn(objects);
    expect(state.wire.at(-1).number).toBe(199);
    expect(state.before.at(-1)).toMatch(/^399 NAME-/);
  });

  it('is judged as the bot judged it: what stood on the page before it asked is no reason to end, and tells nobody’s name', async () => {
    const called = 'Meeting ended';
    const page = `<main><h1>${called}</h1><button>Return to home screen</button></main>`;
    const kept = await keptAfterMeeting(called, page);
    expect(kept.facts).toMatchObject({ before: [called] });
    expect(JSON.stringify(kept.facts)).not.toContain('Hana');
    expect(phasesOf(kept)).toEqual(['unknown']);
    expect(phasesOf({ ...kept, facts: { ...kept.facts, before: [] } })).toEqual(['ended']);
  });

  it('is judged as the bot judged it where the page leads nowhere, and had shown it for a moment', async () => {
    const kept = await keptAfterMeeting('Tea', '<main><h1>Meeting ended</h1></main>');
    expect(phasesOf(kept)).toEqual(['unknown']);
    const { is_young, ...atRest } = kept.facts ?? {};
    expect(is_young).toBe(true);
    expect(phasesOf({ ...kept, facts: atRest })).toEqual(['ended']);
  });

  it('is judged as the bot judged it where people are called, or have said, what the page says and is made of', async () => {
    const page =
      '<main class="ended"><h1>Meeting ended</h1><p>It ended well</p><button>Return to home screen</button></main>';
    const people = { names: ['Main', 'Button'], texts: ['ended', 'meet', 'return to', 'class', 'unknown'] };
    const kept = await keptAfterMeeting('Tea', page, people);
    expect(String(kept.files.find(({ name }) => name === 'frame-0.html')?.bytes)).toBe(
      `<!doctype html>\n<body>${page.replace('It ended well', 'It WRITTEN well')}</body>`,
    );
    expect(kept.facts).toMatchObject({ platform: 'google_meet', address: meet.address, phase: 'unknown' });
    expect(phasesOf(kept)).toEqual(['ended']);
  });

  it('is judged as the bot judged it where it shows whoever sees it: that is no end', async () => {
    const page = '<h1>Meeting ended</h1><video></video><button>Back</button>';
    expect(phasesOf(await keptAfterMeeting('Tea', page))).toEqual(['unknown']);
  });

  it('says by which table it was judged, which entries of it did not hold, and how much had come', async () => {
    const recogniser = createRecogniser(galene, () => undefined);
    recogniser.loaded();
    const wire = [{ kind: 'galene.joined' }, { kind: 'galene.user' }, { kind: 'galene.user' }];
    const facts: PageFacts = { ...emptyFacts, shown: ['G02.name'], wire };
    const { page } = recogniser.recognise(facts);
    const view = aView({ phase: 'unknown', media: [aTrack('voice', 1), aTrack('camera', 1)], ...(page && { page }) });
    const told = { platform: 'galene', meeting_url: facts.address, recogniser, signs: galene, bot_name: 'Notes' };
    const kept = await keptPage({ ...told, page: aStillPage(small(), {}), view });
    expect(kept.facts).toMatchObject({
      table: expect.stringMatching(/^20\d\d-\d\d-\d\d\.[0-9a-f]{12}$/),
      held: ['G02.name'],
      missed: ['G02.connect'],
      counts: {
        wire: { 'galene.joined': 1, 'galene.user': 2 },
        participants: 1,
        messages: 0,
        captions: 0,
        sound: { tracks: 1, packets: 1, bytes: 100, frames: 1 },
        pictures: { tracks: 1, packets: 1, bytes: 100, frames: 1 },
      },
    });
    const reworded = { ...galene, states: galene.states.slice(1) };
    const other = await keptPage({ ...told, page: aStillPage(small(), {}), view, signs: reworded });
    expect(other.facts?.table).not.toBe(kept.facts?.table);
  });

  it('says why it did not load, without what the link holds, and no more once it did', async () => {
    const { unloaded, loaded } = await keptOfUnloaded('https://galene.example.com/group/one/?token=invitation#pass');
    expect(unloaded).toMatchObject({
      not_loaded: 'Error: net::ERR_NAME_NOT_RESOLVED at https://galene.example.com/group/one/?…',
    });
    expect(loaded).not.toHaveProperty('not_loaded');
  });

  it.each<[string, Partial<Record<keyof Page, () => Promise<never>>>, string[]]>([
    ['nothing', { evaluate: noAnswer, evaluateHandle: noAnswer, title: noAnswer }, []],
    ['no picture', { screenshot: noAnswer }, ['frame-0.html']],
    ['no title', { title: noAnswer }, ['page.jpg', 'frame-0.html']],
  ])('is kept within 5 s where the page answers %s: all that is known without it', async (_, hung, files) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] });
    let isKept = false;
    const keeping = keep(Object.assign(aStillPage(small(), { png: 1_000, jpeg: 1_000 }), hung)).finally(() => {
      isKept = true;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(isKept).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(isKept).toBe(true);
    const objects = await keeping;
    expect([...objects.keys()].map((name) => name.replace('diagnostics/001-unknown_page/', ''))).toEqual([
      'state.json',
      'diagnostics/last.json',
      ...files,
    ]);
    expect(stateIn(objects).wire.at(-1).number).toBe(199);
  });

  it('is kept as a whole where the page answered while the worker was held up, however long that was by the clock', async () => {
    // A worker that was held up has had none of the time that the clock says.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const page = aStillPage(small(), { png: 1_000 });
    const asked = Promise.withResolvers<void>();
    const { evaluate } = page;
    const keeping = keep(
      Object.assign(page, {
        evaluate: (...script: Parameters<Page['evaluate']>) => asked.promise.then(() => evaluate(...script)),
      }),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    asked.resolve();
    const objects = await keeping;
    expect([...objects.keys()].map((name) => name.replace('diagnostics/001-unknown_page/', ''))).toEqual([
      'state.json',
      'diagnostics/last.json',
      'page.jpg',
      'frame-0.html',
    ]);
  });
});
