import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import type { Entry } from '../../../../bin/judge/entry.ts';
import { factsOf } from '../../../../bin/judge/verdict.ts';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';
import { signs as zoom } from '../../../../lib/capture/platforms/zoom/signs.ts';
import { corpusEntry } from '../../../lab/pages/corpus.ts';
import { aDialog } from './page/client.ts';

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

describe('a dialog that the client names, in words that nobody knows', () => {
  const meeting = ['Z36.footer', 'Z36.leave', 'shell.toolbar'];

  it.each<[string, readonly string[], History, string]>([
    ['is a removal over the meeting', ['Z25.dialog', 'Z45.dialog', ...meeting], { admitted: true }, 'removed'],
    ['is a refusal over the waiting room', ['Z25.dialog', 'Z45.dialog', 'Z21.title'], { waited: true }, 'denied'],
    ['is told nothing by where nobody saw the bot wait', ['Z25.dialog', 'Z45.dialog'], {}, 'unknown'],
    ['is the end, where that is all that it says', ['Z43.only', ...meeting], { admitted: true }, 'ended'],
    ['is not known, where it says more than that', ['Z43.untold', ...meeting], { admitted: true }, 'unknown'],
  ])('%s', (_, shown, history, phase) => {
    const page = { ...removed, texts: [{ text: 'Eltávolították', place: 'dialog' as const }], shown: [...shown] };
    expect(judge(page, { pressed_join: true, ...history }, zoom).phase).toBe(phase);
  });
});

describe('a page that says a free meeting has ended', () => {
  const ended: PageFacts = {
    ...removed,
    texts: [{ text: 'Your free meeting has ended', place: 'prominent' }],
    shown: [],
  };
  const offer: PageFacts = {
    ...ended,
    texts: [{ text: 'Your free meeting has ended', place: 'dialog' }],
    shown: ['Z44.offer', 'Z44.offer.2'],
  };

  it.each<[string, PageFacts, History, string]>([
    ['is unknown to a bot that has only asked to be let in, where it is a heading', ended, {}, 'unknown'],
    ['is the end to a bot that has only asked, where the dialog with the offer says it', offer, {}, 'ended'],
    ['is the end to a bot that was in the meeting', ended, { admitted: true }, 'ended'],
  ])('%s', (_, page, history, phase) => {
    expect(judge(page, { pressed_join: true, ...history }, zoom).phase).toBe(phase);
  });
});

describe('the page after a meeting', () => {
  const at = (path: string, shown: readonly string[] = []): PageFacts => ({
    ...removed,
    address: `https://app.zoom.us${path}`,
    texts: [],
    shown: [...shown],
  });
  const inside: History = { pressed_join: true, admitted: true };

  it.each(['/wc/leave?meetingNumber=81234567890', '/wc/home', '/postattendee'])(
    'is that of a bot which has left, by its address, and of no other: %s',
    (path) => {
      expect(judge(at(path), { ...inside, pressed_leave: true }, zoom).phase).toBe('left');
      expect(judge(at(path), inside, zoom).phase).toBe('unknown');
      expect(judge(at('/wc/81234567890/join'), { ...inside, pressed_leave: true }, zoom).phase).not.toBe('left');
    },
  );

  it('is the end where the client asks there how it was, and nowhere before the bot was in', () => {
    const asking = at('/wc/leave?meetingNumber=81234567890&feedback=false', ['Z47.feedback']);
    expect(judge(asking, inside, zoom).phase).toBe('ended');
    expect(judge(asking, { pressed_join: true }, zoom).phase).toBe('unknown');
    expect(judge(at('/wc/81234567890/join', ['Z47.feedback']), inside, zoom).phase).toBe('unknown');
  });
});

describe('a client that goes on joining', () => {
  const joining: PageFacts = { ...removed, texts: [], shown: ['Z01.joining'] };

  it('is loaded anew, once, as it may do so for ever', () => {
    const { phase, row } = judge(joining, { pressed_join: true }, zoom);
    expect([phase, row?.again_s, row?.again_times]).toEqual(['connecting', 40, 1]);
  });

  it('is not before it was asked to let the bot in, nor once that was in', () => {
    expect(judge(joining, {}, zoom).row?.again_s).toBeUndefined();
    expect(judge(joining, { pressed_join: true, admitted: true }, zoom).row?.again_s).toBeUndefined();
  });
});

describe('a dialog that asks to sign in', () => {
  const asking: PageFacts = {
    ...removed,
    texts: [{ text: 'Sign in to join this meeting', place: 'dialog' }],
    shown: ['Z12.modal'],
  };

  it('is a wall to a bot that has asked to be let in', () => {
    expect(judge(asking, { pressed_join: true }, zoom).phase).toBe('login_required');
  });

  it('ends nothing for a bot that is in the meeting', () => {
    const over = { ...asking, shown: [...asking.shown, 'Z36.footer', 'Z36.leave', 'shell.toolbar'] };
    expect(judge(over, { pressed_join: true, admitted: true }, zoom).phase).toBe('in_meeting');
  });
});

describe('a meeting whose topic is what a wrong passcode is told by', () => {
  const { frames, ...page } = corpusEntry('zoom/z07-beside-the-field');
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

describe('a page of the client in the middle of a meeting', () => {
  const { frames, ...page } = corpusEntry('zoom/z36-in-meeting');
  const history: History = { pressed_join: true, glimpsed: true, admitted: true };
  const judged = (html: string) => {
    const documents = frames.map((frame) => documentOf(frame.html));
    documents.at(-1)?.body.insertAdjacentHTML('beforeend', html);
    return judge(factsOf({ ...page, frames } as Entry, documents, zoom), history, zoom);
  };

  it.each(['Joining Press...', 'Returning to Main Session...'])(
    'is on its way to another room while it says: %s',
    (said) => {
      const layer = `<div class="loading-layer loading-layer--bo-room"><div class="loading-layer__text-field"><p>${said}</p></div></div>`;
      const { phase, row } = judged(layer);
      expect([phase, row?.breakout]).toEqual(['connecting', 'joining']);
    },
  );

  it('is asked into a room by a dialog whose button says no more than "Join"', () => {
    const invitation = aDialog('Join Breakout Room', 'The host is inviting you to join Press', 'Not Now', 'Join');
    const { phase, row } = judged(invitation.replace('zm-modal-legacy', 'zm-modal-join-dialog'));
    expect([phase, row?.breakout]).toEqual(['in_meeting', 'invited']);
  });

  it('is in a room while its way out says so', () => {
    const { phase, row } = judged('<button class="footer-button__button" aria-label="Leave Room">Leave Room</button>');
    expect([phase, row?.breakout]).toEqual(['in_meeting', 'inside']);
  });

  it('is not over where a room that it may choose is called so', () => {
    const room = '<div class="bo-room-list-container__list-item"><p>You have been removed</p></div>';
    expect(judged(aDialog('Choose a room', room, 'Cancel')).phase).toBe('in_meeting');
  });

  const consents = (className: string, title: string, agree: string) =>
    judged(aDialog(title, '', 'Leave Meeting', agree).replace('zm-modal-legacy', className)).overlays.filter(
      ({ phase }) => phase === 'consent_asked',
    );

  it.each([
    ['recording-disclaimer-dialog', 'This meeting is being recorded', 'Agree'],
    ['recording-disclaimer-dialog commmon-disclaimer-dialog', 'Our rules', 'Fine with me'],
    ['big-dialog', 'Meeting questions is on', 'Got it'],
    ['big-dialog', 'Notes are taken', 'Agree'],
  ])('asks for consent in a dialog of an account: %s', (className, title, agree) => {
    expect(consents(className, title, agree).map(({ name }) => name)).toEqual(['terms']);
  });

  it('asks for nothing where it only tells that it is recorded', () => {
    expect(consents('recording-disclaimer-dialog', 'This meeting is being recorded', 'Got it')).toEqual([]);
  });
});

describe('a meeting whose bar is out of the page', () => {
  const inside: History = { pressed_join: true, glimpsed: true, admitted: true };
  const taken = (shown: readonly string[], history = inside, texts: PageFacts['texts'] = []) => {
    const { phase, row } = judge({ ...removed, texts, shown: ['shell.scene', ...shown] }, history, zoom);
    return [phase, row?.id];
  };

  it('goes on where what the bot has opened stands beside the people', () => {
    expect(taken(['Z36.stage', 'Z36.panel'])).toEqual(['in_meeting', 'Z36']);
  });

  it('is not known by the people alone, where something else is shown, or before the bot was in it', () => {
    expect(taken(['Z36.stage'])[0]).toBe('unknown');
    expect(taken(['Z36.panel'])[0]).toBe('unknown');
    for (const part of ['form', 'call', 'outside'])
      expect(taken(['Z36.stage', 'Z36.panel', `shell.${part}`])[0]).toBe('unknown');
    expect(taken(['Z36.stage', 'Z36.panel'], { pressed_join: true, waited: true })[0]).toBe('unknown');
  });

  it('is over, or lost, where a dialog says so', () => {
    const shown = ['Z36.stage', 'Z36.panel'];
    expect(taken([...shown, 'Z45.modal'], inside, removed.texts)[0]).toBe('removed');
    expect(taken([...shown, 'Z46.dialog'])[0]).toBe('connecting');
  });

  describe('after the breakout room that the bot was in', () => {
    const bar = ['shell.toolbar', 'shell.scene', 'Z36.footer', 'Z36.leave', 'Z36.panel'];
    const room = [...bar, 'Z41.leave'];
    const bare = ['shell.scene', 'Z36.stage', 'Z36.panel'];
    const roomsAt = (looks: readonly (readonly string[])[]) => {
      const recogniser = createRecogniser(zoom, () => undefined);
      recogniser.loaded({});
      recogniser.pressedJoin();
      return looks.map((shown) => recogniser.recognise({ ...removed, texts: [], shown: [...shown] }).breakout);
    };

    it('is it still, until the bar is back without it', () => {
      const [inside, none] = ['inside', undefined];
      expect(roomsAt([bar, bare, room, bare, bare, bar, bare])).toEqual([
        none,
        none,
        inside,
        inside,
        inside,
        none,
        none,
      ]);
    });

    it.each([
      ['is not known', []],
      ['has lost its connection', ['Z46.dialog', ...bare]],
    ])('is it still when the page in between %s', (_, between) => {
      expect(roomsAt([bar, bar, room, between, bare])).toEqual([undefined, undefined, 'inside', undefined, 'inside']);
    });
  });
});
