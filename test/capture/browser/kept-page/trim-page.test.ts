import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { trimPage } from '../../../../lib/capture/browser/kept-page/trim-page.ts';

const options = {
  people: '.chat, [data-participant-id]',
  literals: ['visual_effects'],
  most_elements: 1_000,
  most_characters: 10_000,
};
const url = 'https://meet.example.com/room/1?pwd=passcode-7781#token=tok-9917';
const pageOf = (html: string): Document => new JSDOM(html, { url }).window.document;
const trimmed = (html: string): string =>
  trimPage(pageOf(html), options)
    .map(({ html }) => html)
    .join('\n');

describe('a page that is kept', () => {
  it('is what it shows, without what is run, drawn or typed', () => {
    expect(
      trimmed(`<h1 class="title" onclick="go()" style="color: red">Denied</h1><script>go()</script><style>h1 {}</style>
        <input name="name" value="Ada"><button aria-label="Ask again" disabled>Ask</button><img src="data:image/png;base64,AA">`),
    ).toBe(
      `<!doctype html>\n<body><h1 class="title">Denied</h1> <input name="name"><button aria-label="Ask again" disabled="">Ask</button></body>`,
    );
  });

  it('has where a video was, and what buttons of a form are called', () => {
    const video = '<video src="/said.mp4" title="Ada" hidden><source src="/said.mp4">Ada</video>';
    expect(
      trimmed(`${video}<input type="submit" value="Ask again"><input type="button" value="Back"><input type="hidden" value="x">
        <div class="chat"><input type="submit" value="Reply to Ada"></div>`),
    ).toBe(
      '<!doctype html>\n<body><video hidden=""></video><input type="submit" value="Ask again"><input type="button" value="Back"><input type="hidden"> <div class="chat">PEOPLE<input type="submit" value="PEOPLE"></div></body>',
    );
  });

  it('keeps what is hidden as hidden, and addresses without what follows their path', () => {
    expect(trimmed('<p style="display: none">Ended</p><a href="https://example.com/a?token=1#b">x</a>')).toBe(
      '<!doctype html>\n<body><p hidden="">Ended</p><a href="https://example.com/a">x</a></body>',
    );
    expect(trimPage(pageOf(''), options)[0]?.address).toBe('https://meet.example.com/room/1');
  });

  it('has what stands in open shadow roots, written down', () => {
    const page = pageOf('<div id="host"></div>');
    page.querySelector('#host')?.attachShadow({ mode: 'open' }).append('', page.createElement('h2'));
    expect(trimPage(page, options)[0]?.html).toContain('<template shadowrootmode="open"><h2></h2></template>');
  });

  it('keeps of people how their part of the page is built, and nothing that they are called or have written', () => {
    expect(
      trimmed(`<div data-participant-id="ada/visual_effects" class="tile"><b data-self="true" title="Ada">Ada</b><p>Hello</p></div>
        <ul class="chat"><li data-message-id="m-1" aria-label="Ada says">Hello</li></ul>`),
    ).toBe(
      `<!doctype html>\n<body><div data-participant-id="visual_effects" class="tile">PEOPLE<b data-self="true" title="PEOPLE"></b><p></p></div> <ul class="chat">PEOPLE<li data-message-id="PEOPLE" aria-label="PEOPLE"></li></ul></body>`,
    );
  });

  it('is cut where it is large', () => {
    const html = trimmed('<p>x</p>'.repeat(1_500));
    expect([html.length <= 10_100, html.split('<p>').length <= 1_001]).toEqual([true, true]);
  });
});
