import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { Asked } from '../../../../dashboard/bot/captured.ts';
import type { MeetingProps } from '../../../../dashboard/bot/playback/after.tsx';
import { aChatMessage, aParticipantEvent } from '../../../lab/builders/records.ts';

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

  it('says what the marks on its line of time are, and why a stretch is grey', () => {
    const recording = {
      ...{ url: 'https://media.example.com/a.mp4', format: 'mp4' as const },
      parts: [{ start_timestamp_ms: 60_000, duration_ms: 60_000 }],
    };
    const page = shown({
      recording: known(recording),
      events: known([aParticipantEvent({ timestamp_ms: 0 })]),
      chat: known([aChatMessage({ timestamp_ms: '180000' })]),
    });
    expect(page).toContain('came (above), went (below)');
    expect(page).toContain('wrote');
    expect(page).toContain('nothing was recorded (not begun until 1:00, over from 2:00)');
    expect(page).toMatch(/<input[^>]*type="range"/);
  });
});
