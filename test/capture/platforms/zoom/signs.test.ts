import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { type Entry, readEntries } from '../../../../bin/judge/entry.ts';
import { factsOf } from '../../../../bin/judge/verdict.ts';
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

describe('a meeting whose topic is what a wrong passcode is told by', () => {
  const entries = readEntries(new URL('../../../corpus', import.meta.url).pathname);
  const pageOf = (name: string): Entry => {
    const found = entries.find((entry): entry is Entry => !(entry instanceof Error) && entry.name === name);
    if (!found) throw new Error(`the corpus has no ${name}`);
    return found;
  };
  const { frames, ...page } = pageOf('zoom/z07-beside-the-field');
  /** The form with its box: under a topic, in an element of some class, and with what it says is wrong, if anything. */
  const stateOf = (history: History, className: string, error = '') => {
    const document = documentOf(frames[0].html);
    const title = document.querySelector('h1');
    const alert = document.querySelector('[role="alert"]');
    if (!title || !alert) throw new Error('the page has changed');
    title.className = className;
    title.textContent = 'Passcode wrong';
    alert.textContent = error;
    const { phase, row } = judge(factsOf(page, [document], zoom), history, zoom);
    return [row?.name, row?.precisely, phase];
  };
  const given: History = { sent_passcode: true };
  const asked: History = { sent_passcode: true, pressed_join: true };
  const form = ['preview_passcode', undefined, 'pre_join'];
  const wrong = ['passcode_wrong', 'wrong', 'passcode_required'];

  it.each(['preview-topic', 'meeting-info-icon__meeting-topic-text', 'heading'])(
    'is at its form where no passcode was given, the topic in .%s',
    (className) => {
      expect(stateOf({}, className)).toEqual(form);
      expect(stateOf({ pressed_join: true }, className)).toEqual(['preview_passcode', 'missing', 'passcode_required']);
    },
  );

  it.each(['preview-topic', 'meeting-info-icon__meeting-topic-text'])(
    'is at its form where one was given and nothing else is said of it, the topic in .%s',
    (className) => {
      expect(stateOf(given, className)).toEqual(form);
      expect(stateOf(asked, className)).toEqual(form);
    },
  );

  it('has got a wrong passcode where the form says so too', () => {
    expect(stateOf(asked, 'preview-topic', 'Incorrect passcode')).toEqual(wrong);
  });
});
