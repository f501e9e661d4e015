import { expect, it } from 'vitest';
import { documentsOf } from '../../../../bin/judge/documents.ts';
import { factsOf } from '../../../../bin/judge/verdict.ts';
import type { WireFact } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';
import { createLiveKitRoster } from '../../../../lib/capture/platforms/livekit/page/roster.ts';
import { signs as livekit } from '../../../../lib/capture/platforms/livekit/signs.ts';
import { proto } from '../../../lab/builders/proto.ts';
import { corpusEntry, factsOfEntry } from '../../../lab/pages/corpus.ts';

/** What is told of a page that its bot had come into, or had not. */
const toldOf = (name: string, isInside: boolean) => {
  let now_ms = 0;
  const recogniser = createRecogniser(
    livekit,
    () => undefined,
    () => now_ms,
  );
  const look = (name: string) => {
    now_ms += 250;
    return recogniser.recognise(factsOfEntry(corpusEntry(name)));
  };
  recogniser.pressedJoin();
  if (isInside) for (let times = 0; times < 3; times += 1) look('livekit/l03-in-meeting');
  return look(name);
};

it.each(['livekit/l09-server-gone', 'livekit/l09-given-up-after-many-tries', 'livekit/l09-lost-and-back-at-the-form'])(
  'on %s, a page that connects no more, a bot that was in the meeting opens it anew, each time',
  (name) => {
    const { phase, page } = toldOf(name, true);
    expect(page).toMatchObject({ page_state: 'L09_connection_lost', again_after_ms: 10_000 });
    expect([phase, page?.again_times]).toEqual(['connecting', undefined]);
  },
);

it('a bot that is put out as it connects again, by its own identity, may have been that itself, and opens its page anew', () => {
  const name = 'livekit/l09-own-reconnect-then-duplicate';
  const { phase, page } = toldOf(name, true);
  expect(page).toMatchObject({ page_state: 'L09_connection_lost', same_identity: true, again_after_ms: 10_000 });
  expect([phase, page?.again_times]).toEqual(['connecting', undefined]);
  expect(toldOf(name, false).page?.page_state).toBe('L08_name_taken');
});

it('a page that fails on the way in is opened anew twice', () => {
  const { page } = toldOf('livekit/l09-closed-on-the-way-in', false);
  expect(page).toMatchObject({ page_state: 'L09_connection_lost', again_after_ms: 10_000, again_times: 2 });
});

it('a page that reaches none of the server’s media ports is opened anew once, and what helps is said', () => {
  const { phase, page } = toldOf('livekit/l18-media-unreached', false);
  expect(page).toMatchObject({ page_state: 'L18_media_unreached', again_times: 1, advice: 'reach_media' });
  expect(phase).toBe('connecting');
});

it('a bot that was in the meeting is one that comes back to it until media get through, and where they do not', () => {
  expect(toldOf('livekit/l04-joined-anew', true).page).toMatchObject({ page_state: 'L04_reconnecting' });
  expect(toldOf('livekit/l18-media-unreached-conference-shown', true).page).toMatchObject({
    page_state: 'L04_reconnecting',
  });
});

it('a client that leaves and begins anew before media get through is in no meeting, whatever its page draws', () => {
  let now_ms = 0;
  const recogniser = createRecogniser(
    livekit,
    () => undefined,
    () => now_ms,
  );
  const drawn = factsOfEntry(corpusEntry('livekit/l03-in-meeting'));
  const phaseOf = (wire: readonly WireFact[]) => {
    now_ms += 250;
    return recogniser.recognise({ ...drawn, wire: [...wire] }).phase;
  };
  recogniser.pressedJoin();
  const roster = createLiveKitRoster(undefined, () => now_ms);
  const phases = [1, 2].flatMap(() => {
    const socket = roster.connect();
    const begun = phaseOf(roster.wire);
    socket.hear('other', proto({ 1: { 2: { 1: 'PA_bot', 2: 'bot' } } }));
    const comes = phaseOf(roster.wire);
    socket.hear('page', proto({ 8: { 2: 1 } }));
    return [begun, comes, phaseOf(roster.wire)];
  });
  expect([...new Set(phases)]).toEqual(['connecting']);
  roster.connect().hear('other', proto({ 1: { 2: { 1: 'PA_bot', 2: 'bot' } } }));
  roster.reached();
  expect(phaseOf(roster.wire)).toBe('in_meeting');
});

it.each([
  ['in the page', '', ''],
  ['first in a shadow root', '<template shadowrootmode="open">', '</template>'],
])('a conference that stands %s and says that it has no connection is no meeting', (_, opened, closed) => {
  const page = corpusEntry('livekit/l14-disconnected-by-the-toast-alone');
  const [first] = page.frames;
  const around = /(?<=<div class="lk-room-container">)([\s\S]*)(?=<\/div>\s*<\/main>)/;
  const [, conference = ''] = around.exec(first.html) ?? [];
  const phaseOf = (drawn: string) => {
    const html = first.html.replace(around, `${opened}${drawn}${closed}`);
    return judge(factsOf(page, documentsOf({ frames: [{ ...first, html }] }), livekit), page.history, livekit).phase;
  };
  expect(phaseOf(conference.replace('lk-toast-connection-state', ''))).toBe('in_meeting');
  expect(phaseOf(conference)).toBe('unknown');
});

it.each([
  ['l05-of-a-fork-that-shows-nothing', 'removed'],
  ['l03-of-a-fork', 'unknown'],
])(
  'a page with a bar of its own that says nothing of a removal is out once nobody else is on it: %s, %s',
  (name, is) => {
    const page = corpusEntry(`livekit/${name}`);
    const { wire } = corpusEntry('livekit/l05-of-a-fork-that-shows-nothing');
    const removed = { ...page, wire };
    expect(judge(factsOf(removed, documentsOf(removed), livekit), page.history, livekit).phase).toBe(is);
  },
);
