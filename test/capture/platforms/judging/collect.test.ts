import { describe, expect, it } from 'vitest';
import { documentOf, documentsOf, stillEyes } from '../../../../bin/judge/documents.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import { aTable } from './a-table.ts';

const look = (html: string, hasTime?: () => boolean) =>
  collect([documentOf(html)], aTable, { eyes: stillEyes, ...(hasTime && { hasTime }) });
const many = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');
/** What else a page says. */
const filler = many(9, (at) => `<p>Line ${at}</p>`);
const textsOf = (html: string) => look(html).texts.filter(({ text }) => !/^Line \d$/.test(text));

describe('what is collected of a page', () => {
  it('is its sentences, each with where it stands', () => {
    expect(
      textsOf(`<h1>Paper</h1>${filler}<p>Ask <b>again</b><span> later</span></p><div role="dialog">Sorry</div>
        <div class="modal"><p>No</p></div><div role="alert">Reconnecting</div><ul><li>A tip</li></ul>`),
    ).toEqual([
      { text: 'Paper', place: 'prominent' },
      { text: 'Ask again later', place: 'main' },
      { text: 'Sorry', place: 'dialog' },
      { text: 'No', place: 'dialog' },
      { text: 'Reconnecting', place: 'passing' },
      { text: 'A tip', place: 'passing' },
    ]);
  });

  it('is about its headings, and about nothing where it has none, however little it says', () => {
    expect(look('<h1>Paper</h1><div>Denied</div>').texts.map(({ place }) => place)).toEqual(['prominent', 'main']);
    expect(look('<p>Paper</p><div>Denied</div>').texts.map(({ place }) => place)).toEqual(['main', 'main']);
  });

  it.each([
    ['a message', '<div class="chat-rows"><p>Denied</p></div>'],
    ['a message in a list that says it is one', '<div role="log"><p>Denied</p></div>'],
    ['whatever is called after people', '<div class="participant-name">Denied</div>'],
    ['a part that is called after its messages', '<aside aria-label="Meeting chat"><h2>Denied</h2></aside>'],
    ['a caption', '<div data-tid="closed-captions">Denied</div>'],
    ['what is hidden', '<div hidden><h1>Denied</h1></div>'],
    ['what only programs see', '<div aria-hidden="true"><h1>Denied</h1></div>'],
    ['what is out of sight', '<h1 style="display: none">Denied</h1>'],
    ['what is to be chosen from', '<label><input type="radio"> Denied</label><div role="option">Denied</div>'],
    ['what somebody types', '<textarea>Denied</textarea><div contenteditable="true">Denied</div>'],
    ['a script', '<script>Denied</script>'],
  ])('has nothing of %s', (_, html) => {
    expect(textsOf(html)).toEqual([]);
  });

  it.each([
    ['a word that is hidden', '<h1>Denied <span hidden>today</span></h1>'],
    ['an icon that is written as a word', '<p><i aria-hidden="true">error</i>Denied</p>'],
    ['words that only screen readers say', '<p>Denied<span style="left:-9999px"> dialog</span></p>'],
  ])('is what is seen of a sentence: without %s', (_, html) => {
    expect(textsOf(html + filler).map(({ text }) => text)).toEqual(['Denied']);
  });

  it.each(['div', 'section'])('is what a dialog says that is called after people: a %s', (tag) => {
    const dialog = `<${tag} role="dialog" aria-label="Too many participants">Denied</${tag}>`;
    expect(textsOf(dialog)).toEqual([{ text: 'Denied', place: 'dialog' }]);
  });

  it('is nothing of a sentence that is hidden in what is seen', () => {
    expect(textsOf(`<h1><span hidden>Denied</span></h1>${filler}`)).toEqual([]);
  });

  it.each([
    ['a break in whatever it stands in', '<h1><span>Denied<br>Later</span></h1>'],
    ['a field', '<p>Denied<input> <label>Later</label></p>'],
    ['being in boxes beside each other', '<p><span>Denied</span><span>Later</span></p>'],
  ])('parts lines by %s', (_, html) => {
    expect(textsOf(html + filler).map(({ text }) => text)).toEqual(['Denied', 'Later']);
  });

  it('parts no sentence that is split within a word, or before a name', () => {
    expect(textsOf(`<p><b>Den</b>ied by <i>Ada</i></p>${filler}`).map(({ text }) => text)).toEqual(['Denied by Ada']);
  });

  it('is the elements of the table that are there, by label and by size, and what of the shell is seen', () => {
    const html = `<input id="name"><button>Ask again</button><button aria-label="Join">→</button>
      <iframe src="https://captcha.example.com/" width="300" height="80"></iframe><div id="leave" hidden></div><div id="self"></div>`;
    expect(look(html).shown.toSorted()).toEqual([
      'P1.join',
      'P1.name',
      'P10.frame',
      'P3.again',
      'P4.self',
      'P4.toolbar',
      'shell.call',
      'shell.form',
    ]);
  });

  it.each([
    ['an icon that is written as a word', '<button><i aria-hidden="true">refresh</i><span>Ask again</span></button>'],
    ['an icon in what it is written in', '<button><span><i aria-hidden="true">refresh</i>Ask again</span></button>'],
  ])('is a button with %s, by what else it says', (_, html) => {
    expect(look(html).shown).toEqual(['P3.again']);
  });

  it('is a button of what lies over a page with dozens of them', () => {
    const bar = many(60, (at) => `<button>Tool ${at}</button>`);
    expect(look(`${bar}<div role="dialog"><button>Ask again</button></div>`).shown).toEqual(['P3.again']);
  });

  it('is no element that says what it is known not to say', () => {
    const counted = (text: string): readonly string[] => look(`<div id="self"><span>${text}</span></div>`).shown;
    expect([counted('3'), counted(' 0 ')]).toEqual([['P4.self'], []]);
  });

  it('is no captcha in a frame that is too small to be seen', () => {
    expect(look('<iframe src="https://captcha.example.com/" width="1" height="1"></iframe>').shown).toEqual([]);
  });

  it('is what stands in open shadow roots and in frames of the page, and nothing of foreign frames', () => {
    expect(look('<div><template shadowrootmode="open"><h1>Denied</h1></template></div>').texts).toEqual([
      { text: 'Denied', place: 'prominent' },
    ]);
    const [page, own, foreign] = ['', '<h1>Own</h1>', '<h1>Foreign</h1>'].map((html, at) => ({
      html,
      address: at === 2 ? 'https://evil.example/' : 'https://paper.example.com/',
    }));
    if (!page || !own || !foreign) throw new Error('three frames');
    const documents = documentsOf({ frames: [page, own, foreign] });
    expect(collect(documents, aTable, { eyes: stillEyes }).texts.map(({ text }) => text)).toEqual(['Own']);
  });
});

describe('a page under a dialog', () => {
  const under = (dialog: string, page = '<h1>Denied</h1>'): unknown =>
    look(`<div id="app" aria-hidden="true">${page}</div>${dialog}`).texts;
  const dialog = '<div role="dialog" aria-modal="true"><p>Device settings</p></div>';

  it('says what it said below it: it is still drawn, and kept only from those who have pages read out', () => {
    expect(under(dialog)).toEqual([
      { text: 'Denied', place: 'below' },
      { text: 'Device settings', place: 'dialog' },
    ]);
  });

  it.each([
    ['where there is no dialog', '<p>Hello</p>', '<h1>Denied</h1>'],
    ['where the dialog is out of sight', '<div role="dialog" hidden>Device settings</div>', '<h1>Denied</h1>'],
    ['of what is out of sight itself', dialog, '<h1 hidden>Denied</h1>'],
    ['of a dialog that is kept from everybody', dialog, '<div role="dialog">Denied</div>'],
  ])('says nothing %s', (_, dialog, page) => {
    expect(JSON.stringify(under(dialog, page))).not.toContain('Denied');
  });
});

describe('a page that may be about to become another', () => {
  const progress = (html: string) => {
    const { is_unfinished, is_dead_end } = look(`<h1>Denied</h1>${html}`);
    return { is_unfinished, is_dead_end };
  };
  const way = '<button>Go on</button>';

  it.each([
    ['has nothing that leads on', '<p>10:00</p>'],
    ['has only what stands around all pages', `<header>${way}</header><footer><a href="/">Privacy</a></footer>`],
    ['has links in what is called a footer', '<div class="page-footer"><a href="/">Privacy</a></div>'],
    [
      'has what cannot be pressed yet',
      '<button disabled>Go on</button><div role="button" aria-disabled="true">On</div>',
    ],
    ['has icons only', '<button aria-label="Chat"><i aria-hidden="true">chat</i></button>'],
    ['has what leads on out of sight', '<button hidden>Go on</button>'],
  ])('leads nowhere where it %s', (_, html) => {
    expect(progress(html)).toEqual({ is_dead_end: true });
  });

  it.each([
    ['shows progress', `${way}<div role="progressbar"></div>`],
    ['is busy', `${way}<main aria-busy="true"></main>`],
    ['has something that loads', `${way}<div class="page loading-layer"></div>`],
    ['shows whoever sees it', `${way}<video></video>`],
    ['offers a device', `${way}<button aria-label="Turn on camera">Cam</button>`],
  ])('is unfinished where it %s', (_, html) => {
    expect(progress(html)).toEqual({ is_unfinished: true });
  });

  it.each([
    ['a button', way],
    ['a link', '<p><a href="/help">Learn more</a></p>'],
    ['a button in a shadow root', `<div><template shadowrootmode="open">${way}</template></div>`],
    ['what it calls an error', '<div class="error-content"><p>Ask your host</p></div>'],
    ['a button, and progress out of sight', `${way}<div role="progressbar" hidden></div>`],
    ['a form', '<input id="name">'],
  ])('is finished where it has %s', (_, html) => {
    expect(progress(html)).toEqual({});
  });
});

describe('a page that is large or hostile', () => {
  it('is cut: so many texts, so long, and no more', () => {
    const { texts, ...rest } = look(`<h1>${'x'.repeat(1_000_000)}</h1>${many(2_000, (at) => `<p>Text ${at}</p>`)}`);
    expect({ texts: texts.length, longest: Math.max(...texts.map(({ text }) => text.length)) < 300, ...rest }).toEqual({
      texts: 200,
      longest: true,
      shown: [],
      is_whole: false,
    });
  });

  it('is left when the time for a look is over, and says so', () => {
    expect(
      look(
        many(500, (at) => `<p>Text ${at}</p>`),
        () => false,
      ),
    ).toMatchObject({ texts: [], is_whole: false, lacked_time: true });
  });

  describe('of which a look has no time for all', () => {
    const crowd = many(3_000, (at) => `<div class="chat-rows"><button>Ada ${at}</button></div>`);
    const cut = (html: string) => look(crowd + html, () => false);

    it('is known as the meeting that goes on in it', () => {
      const { shown } = cut('<div id="leave"></div><div id="self"></div>');
      expect(shown.toSorted()).toEqual(['P4.self', 'P4.toolbar', 'shell.toolbar']);
    });

    it('says what stands out of it, and nothing of people or of what is out of sight', () => {
      const { texts, shown } =
        cut(`<p>Paper</p><div role="dialog"><p>Somebody will let you in soon</p><button>Later</button></div>
        <h2>Meeting</h2><div class="chat-rows"><h2>Denied</h2></div><div role="dialog" hidden>Sorry</div>`);
      expect(texts).toEqual([
        { text: 'Somebody will let you in soon', place: 'dialog' },
        { text: 'Later', place: 'dialog' },
        { text: 'Meeting', place: 'prominent' },
      ]);
      expect(shown).toEqual([]);
    });

    it('is read to its end where that tells of an end: something else may dispute it', () => {
      const { lacked_time, ...found } = cut(`<p>Paper</p><h2>Your request was denied</h2><button>Ask again</button>`);
      expect(found).toMatchObject({ shown: ['P3.again'], is_whole: true });
      expect(found.texts).toContainEqual({ text: 'Paper', place: 'main' });
      expect(lacked_time).toBeUndefined();
    });

    it('shows what an end may be known by without a word', () => {
      expect(cut('<p>Paper</p><iframe width="300" height="80"></iframe>').shown).toEqual(['P10.frame']);
    });
  });
});
