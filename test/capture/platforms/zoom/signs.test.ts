import { describe, expect, it } from 'vitest';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/signs.ts';
import { zoom } from '../../../../lib/capture/platforms/zoom/signs.ts';

const removed: PageFacts = {
  address: 'https://app.zoom.us/wc/81234567890/join',
  title: 'Zoom',
  status: 200,
  texts: [{ text: 'You have been removed from this meeting by the host.', place: 'dialog' }],
  shown: ['Z25.modal', 'Z45.modal'],
  wire: [],
  is_whole: true,
};

describe('a bot whom Zoom tells that it was removed', () => {
  it.each<[string, History, string]>([
    ['was refused where it has only waited', { waited: true }, 'denied'],
    ['was removed where it was in the meeting', { waited: true, glimpsed: true, admitted: true }, 'removed'],
    ['was removed where it was seen there once', { waited: true, glimpsed: true }, 'removed'],
    ['is told nothing where nobody saw it in either', {}, 'unknown'],
  ])('%s', (_, history, phase) => {
    expect(judge(removed, { pressed_join: true, ...history }, zoom).phase).toBe(phase);
  });
});
