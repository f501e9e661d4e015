import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createMeetCaptions,
  type MeetCaptions,
} from '../../../../../lib/capture/platforms/google-meet/page/captions.ts';
import {
  createCaptionFollower,
  createCaptionsOnPage,
  speakerNamed,
} from '../../../../../lib/capture/platforms/google-meet/page/page-captions.ts';
import { device } from './meet-messages.ts';

let now_ms = 0;
let captions: MeetCaptions;
const [ada, ben] = [device(30), device(31)];
const nameOf = (id: string): string => ({ [ada]: 'Ada', [ben]: 'Ben' })[id] ?? '';

beforeEach(() => {
  now_ms = 100_000;
  captions = createMeetCaptions(() => now_ms);
});

describe('the captions that the page shows', () => {
  const ids: Readonly<Record<string, string>> = { Ada: ada, Ben: ben, You: device(41) };
  const region = (...blocks: readonly (readonly [string, string])[]): Document =>
    new JSDOM(
      `<div role="region" aria-label="Captions"><div>${blocks
        .map(([name, text]) => `<div><img alt=""><span>${name}</span><div><span>${text}</span></div></div>`)
        .join('')}</div><button><i>arrow_downward</i>Jump to bottom</button></div>`,
    ).window.document;
  const look = (page: Document) => createCaptionsOnPage(page)(Object.keys(ids).map((name) => ({ name })));

  it('have a name and what is said', () => {
    expect(look(region(['Ada', 'Good morning.'], ['You', 'Hello'], ['Ben', 'Ben']))).toEqual([
      { name: 'Ada', text: 'Good morning.' },
      { name: 'You', text: 'Hello' },
      { name: 'Ben', text: 'Ben' },
    ]);
    expect(look(new JSDOM('<main>Ada</main>').window.document)).toEqual([]);
  });

  it('are read where their region is called in another language, too', () => {
    const page = region(['Ada', 'Guten Morgen.']);
    const { firstElementChild: shown } = page.body;
    shown?.setAttribute('aria-label', 'Untertitel');
    expect(look(page)).toEqual([]);
    shown?.setAttribute('jsname', 'dsyhDe');
    expect(look(page)).toEqual([{ name: 'Ada', text: 'Guten Morgen.' }]);
  });

  it('are the newest, as the page keeps what was said before, in as many pieces as it came', () => {
    const before = Array.from({ length: 600 }, (_, number): [string, string] => ['Ada', `Sentence ${number + 1}`]);
    const page = region(...before, ['Ben', 'Good']);
    page.querySelector('[role="region"] > div > div:last-of-type > div')?.append(' ', 'morning', ' ', 'to all.');
    const shown = look(page);
    expect(shown.slice(-2)).toEqual([
      { name: 'Ada', text: 'Sentence 600' },
      { name: 'Ben', text: 'Good morning to all.' },
    ]);
    expect(shown).toHaveLength(50);
  });

  it('may be long, where somebody takes no rest', () => {
    const long = 'Good morning. '.repeat(1_000).trim();
    expect(look(region(['Ada', long]))).toEqual([{ name: 'Ada', text: long }]);
  });

  it('are one, where its pieces stand in one element and one of them is a name', () => {
    const page = region(['Ada', 'Has'], ['Ben', 'Yes.']);
    page
      .querySelector('[role="region"] span + div > span')
      ?.append(' ', 'Ben', ' ', 'seen it?', ' ', 'You', ' ', 'too?');
    expect(look(page)).toEqual([
      { name: 'Ada', text: 'Has Ben seen it? You too?' },
      { name: 'Ben', text: 'Yes.' },
    ]);
  });

  it('are followed as they change, though their elements do not last', () => {
    const follow = createCaptionFollower((name) => ids[name] ?? '');
    const hear = (...blocks: readonly (readonly [string, string])[]): void => {
      for (const said of follow(look(region(...blocks)))) captions.hear(said);
    };
    hear(['Ada', 'Good']);
    hear(['Ada', 'Good morning'], ['Ben', 'Hel']);
    hear(['Ada', 'Good morning.'], ['Ben', 'Hello']);
    now_ms += 2_000;
    hear(['Ben', 'Hello'], ['Ada', 'Shall we?']);
    expect(captions.captions(nameOf).map(({ speaker_id, text, is_final }) => [speaker_id, text, is_final])).toEqual([
      [ada, 'Good morning.', true],
      [ben, 'Hello', true],
      [ada, 'Shall we?', false],
    ]);
  });

  describe('and that are away for a look', () => {
    type Block = readonly [name: string, text: string];
    let hear: (...blocks: readonly Block[]) => void;
    const told = (): string[] => captions.captions(nameOf).map(({ text }) => text);
    const [one, two, three]: readonly Block[] & { length: 3 } = [
      ['Ada', 'Yes.'],
      ['Ada', 'Yes. And no.'],
      ['Ben', 'Hello'],
    ];
    beforeEach(() => {
      const follow = createCaptionFollower(
        (name) => ids[name] ?? '',
        () => now_ms,
      );
      hear = (...blocks) => {
        for (const said of follow(look(region(...blocks)))) captions.hear(said);
        now_ms += 250;
      };
    });

    it('are told once, all or some of them, however long the page was held up, and go on', () => {
      hear(one, two, three);
      hear();
      now_ms += 60_000;
      hear(one, two, three);
      hear(two);
      hear(one, two, ['Ben', 'Hello to all']);
      expect(told()).toEqual(['Yes.', 'Yes. And no.', 'Hello', 'to all']);
    });

    it('are others when they come later, as the same may be said again', () => {
      hear(one);
      for (let looks = 0; looks < 12; looks += 1) hear();
      hear(one);
      hear();
      hear(['Ada', 'Ye']);
      hear(['Ada', 'Yesterday']);
      expect(told()).toEqual(['Yes.', 'Yes.', 'Yesterday']);
    });
  });
});

describe('whoever is named above a caption of a Google Meet', () => {
  const notes = { id: 'notes', name: 'Notes', isSelf: true };
  const person = (id: string, name: string) => ({ id, name, isSelf: false });
  const named = (name: string, ...others: readonly ReturnType<typeof person>[]) =>
    speakerNamed(name, [notes, ...others])?.id;

  it('is the one who is called so, and nobody where two are', () => {
    expect(named('Ada', person('a', 'Ada'))).toBe('a');
    expect(named('Ada', person('a', 'Ada'), person('b', 'Ada'))).toBeUndefined();
    expect(named('Zoe', person('a', 'Ada'))).toBeUndefined();
  });

  it('is the bot as the page calls it, and nobody where somebody is really called so', () => {
    expect(named('You')).toBe('notes');
    expect(named('You', person('y', 'You'))).toBeUndefined();
  });

  it('is somebody else of the bot’s name, whom the page calls by it', () => {
    expect([named('Notes'), named('Notes', person('n', 'Notes'))]).toEqual(['notes', 'n']);
  });
});

describe('a name above a caption of a Google Meet', () => {
  it('is known also once whoever has it has left', () => {
    const page = new JSDOM(`<div role="region" aria-label="Captions">
      <div><span>Ada</span><div>Good morning.</div></div>
      <div><span>Ben</span><div>Hello.</div></div>
    </div>`).window.document;
    const shown = createCaptionsOnPage(page);
    const all = [
      { name: 'Ada', text: 'Good morning.' },
      { name: 'Ben', text: 'Hello.' },
    ];
    expect(shown([{ name: 'Ada' }, { name: 'Ben' }])).toEqual(all);
    expect(shown([{ name: 'Ada' }])).toEqual(all);
  });
});
