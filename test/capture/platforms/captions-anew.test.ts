/** That what is said after a page was lost is told, where pages number captions themselves. */
import { expect, it } from 'vitest';
import type { CaptionView } from '../../../lib/capture/meeting/view.ts';
import { createMeetCaptions } from '../../../lib/capture/platforms/google-meet/page/captions.ts';
import { createCaptionFollower } from '../../../lib/capture/platforms/google-meet/page/page-captions.ts';
import { createTeamsCaptions } from '../../../lib/capture/platforms/teams/page/captions.ts';
import { createZoomCaptions } from '../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { createPeopleSeen } from '../../../lib/capture/session/people/people-seen.ts';
import { createCaptionReader } from '../../../lib/capture/session/speech/captions.ts';
import { createTranscribedTime } from '../../../lib/capture/session/speech/transcribed-time.ts';
import { aParticipant } from '../../lab/builders/meeting-views.ts';

const ada = aParticipant('Ada', { id: 'ada' });
const longMs = 10_000;

let now_ms = 1_000_000;
const now = (): number => now_ms;

/** What a page that has just been loaded tells of a sentence, once that is final. */
const pages: Readonly<Record<string, (text: string) => readonly CaptionView[]>> = {
  'Google Meet, without its channel'(text) {
    const follow = createCaptionFollower(() => ada.id, now);
    const captions = createMeetCaptions(now);
    for (const said of follow([{ name: ada.name, text }])) captions.hear(said);
    now_ms += longMs;
    return captions.captions(() => ada.name);
  },
  Teams(text) {
    const captions = createTeamsCaptions(() => ada.name, now);
    captions.hear({ user_id: ada.id, name: '', text, is_final: true, sent_at: 0, duration: 0 });
    now_ms += longMs;
    return captions.captions;
  },
  Zoom(text) {
    const captions = createZoomCaptions(() => ada, now);
    const row = { speaker: ada.name, time: '10:00', text };
    captions.look([row]);
    now_ms += longMs;
    captions.look([row]);
    return captions.captions;
  },
};

it.each(Object.entries(pages))('what is said in %s after its page was lost is told, once', (_, page) => {
  const time = createTranscribedTime();
  time.note(true, 0);
  const { read } = createCaptionReader(createPeopleSeen(), time);
  const told = ['Before.', 'After.'].flatMap((text) => {
    const captions = page(text);
    return [...read(captions, now_ms), ...read(captions, now_ms)];
  });
  expect(told.map(({ transcription }) => transcription.transcript)).toEqual(['Before.', 'After.']);
});
