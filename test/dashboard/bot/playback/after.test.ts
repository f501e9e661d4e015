import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { Asked } from '../../../../dashboard/bot/captured.ts';
import type { MeetingProps } from '../../../../dashboard/bot/playback/after.tsx';
import { transcriptText } from '../../../../dashboard/bot/playback/timeline.ts';
import { entriesOf } from '../../../../dashboard/bot/transcript/entries.ts';
import { clockOf } from '../../../../dashboard/bots/times.ts';
import { aBotEvent, aChatMessage, anUtterance, aParticipantEvent } from '../../../lab/builders/records.ts';

vi.stubGlobal('location', { origin: 'https://meetings.example.com' });
const { Meeting } = await import('../../../../dashboard/bot/playback/after.tsx');

const known = <T>(data: T): Asked<T> => ({ data, isPending: false, error: null, again: async () => data });
const pending = { isPending: true };
const failed = { error: new Error('nobody answered') };
const nothing: MeetingProps = {
  ...{ recording: known(null), lines: known([]), events: known([]), chat: known([]) },
  ...{ happened: [], noRecording: 'Nothing was recorded.' },
};
const shown = (details: Partial<MeetingProps>): string =>
  renderToStaticMarkup(
    // Its variables are a part of the page's style.
    createElement(MantineProvider, { withCssVariables: false }, createElement(Meeting, { ...nothing, ...details })),
  );

describe('a meeting that is over', () => {
  const [said, isEmpty, again] = ['Nothing was said', 'Nothing was recorded.', 'Try again'];

  it('was silent and not recorded, once that is known', () => {
    expect([said, isEmpty, again].map((words) => shown({}).includes(words))).toEqual([true, true, false]);
  });

  it('is not said to be silent while its transcript is on its way', () => {
    const page = shown({ lines: { ...known([]), ...pending } });
    expect([page.includes(said), page.includes('One moment')]).toEqual([false, true]);
  });

  it.each(['lines', 'events', 'chat'])('says that it could not be read, and asks again: %s', (what) => {
    const page = shown({ [what]: { ...known([]), ...failed } });
    expect([page.includes(said), page.includes(again)]).toEqual([false, true]);
  });

  it('says that its recording could not be had, and asks again', () => {
    const page = shown({ recording: { ...known(undefined), ...failed } });
    expect([page.includes(isEmpty), page.includes('One moment'), page.includes(again)]).toEqual([false, false, true]);
  });

  /** From a minute after somebody came until a minute before the last message, paused for 20 s. */
  const recording = {
    ...{ url: 'https://media.example.com/a.mp4', format: 'mp4' as const },
    parts: [60_000, 110_000].map((start_timestamp_ms) => ({ start_timestamp_ms, duration_ms: 30_000 })),
  };
  const lived = {
    events: known([aParticipantEvent({ timestamp_ms: 0 })]),
    chat: known([aChatMessage({ timestamp_ms: '200000' })]),
    lines: known([
      {
        ...anUtterance({ timestamp_ms: 115_000, duration_ms: 6000 }),
        transcription: { transcript: 'Good morning.', words: [], languages: [] },
      },
    ]),
    happened: [
      aBotEvent({ type: 'recording_paused', created_at: new Date(90_000).toISOString() }),
      aBotEvent({ type: 'recording_resumed', created_at: new Date(110_000).toISOString() }),
    ],
  };
  const endsIn = (page: string) => /<p[^>]*>([^<]*)<\/p><p[^>]*>([^<]*)<\/p><\/div><\/div><\/div>/.exec(page)?.slice(1);

  it('says what the marks on its line of time are, and when nothing was recorded', () => {
    const page = shown({ ...lived, recording: known(recording) });
    expect(page).toContain('came (above), went (below)');
    expect(page).toContain('wrote');
    expect(page).toContain(
      'nothing was recorded: 1:00 before the recording, 0:20 at 0:30 (paused), 1:00 after the recording',
    );
  });

  it('has one time of everything: that of its recording', () => {
    const page = shown({ ...lived, recording: known(recording) });
    expect(endsIn(page)).toEqual(['0:00', '1:00']);
    expect(page).toMatch(/<input[^>]*type="range"[^>]*max="60000"/);
    // 35 s into it, for 6 s.
    expect(page).toContain('<path d="M583.3333333333334 2h100');
    expect(transcriptText(recording, entriesOf({ lines: lived.lines.data }))).toMatch(/^\[0:35\]/);
  });

  it('has the time of day, and nothing to be moved, without a recording', () => {
    const page = shown(lived);
    expect(endsIn(page)).toEqual([clockOf(0), clockOf(200_000)]);
    expect(page).not.toContain('type="range"');
  });
});
