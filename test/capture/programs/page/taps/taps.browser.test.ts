import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { closeChromium } from '../../../../../lib/capture/browser/chromium/chromium.ts';
import { openMeetingPage } from '../../../../../lib/capture/browser/meeting-page.ts';
import { demoRoom } from '../../../../../lib/capture/platforms/demo-room/index.ts';
import { patientBrowser } from '../../../../lab/hosts/patient-browser.ts';
import { until } from '../../../../lab/until.ts';
import { aSite, openHookedPage } from '../../../browser/hooked-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await patientBrowser({ width: 640, height: 360 });
});
afterAll(async () => {
  await closeChromium(browser);
});

const largest = 1024 * 1024;
/** A page that notes what it is told itself (`got`), and what those who listen hear (`heard`). */
const body = `<script>
  const got = [];
  const heard = [];
  const says = {};
  const note = (name) => ({ from, bytes, left_out, status = [] }) =>
    heard.push([name, from, bytes.length > 100 ? bytes.length : new TextDecoder().decode(bytes), left_out].concat(status));
  var platform = {
    taps: {
      channels({ label, opened_by }, whenOpen) {
        if (label === 'secret') return undefined;
        const name = label + ' of ' + opened_by;
        whenOpen(() => heard.push([name, 'is open']));
        return note(name);
      },
      sockets(url, whenClosed, send) {
        if (url.endsWith('/quiet')) return undefined;
        const { pathname } = new URL(url);
        says[pathname] = (text) => send(new TextEncoder().encode(text));
        whenClosed((by) => heard.push([pathname, 'closed by', by]));
        return note(pathname);
      },
      workers(told) {
        if (told.breaks) throw new Error('nothing that the page notices');
        if (told.who) heard.push(['worker', told.who]);
      },
      responses: ({ url, method }) => (url.includes('/quiet') ? undefined : note(method + ' ' + new URL(url).pathname)),
    },
  };
</script>`;

const listening = async (answer?: Parameters<typeof aSite>[1]) => {
  const site = await aSite(body, answer);
  const hooked = await openHookedPage(browser, site.url());
  const read = (name: string): Promise<unknown[]> => hooked.page.evaluate(name) as Promise<unknown[]>;
  return {
    site,
    run: (script: string) => hooked.page.evaluate(`(async () => { ${script} })()`),
    /** What those who listen have heard, once it is so much. */
    heard: (count: number) =>
      until(
        () => read('heard'),
        ({ length }) => length >= count,
      ),
    got: (count: number) =>
      until(
        () => read('got'),
        ({ length }) => length >= count,
      ),
    async [Symbol.asyncDispose]() {
      await hooked[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
};

describe('data channels of a page', () => {
  it('are listened to in both directions from when they are open, whoever opened them, and go on as they would', async () => {
    await using page = await listening();
    await page.run(`
      const [near, far] = [new RTCPeerConnection(), new RTCPeerConnection()];
      near.onicecandidate = ({ candidate }) => candidate && far.addIceCandidate(candidate);
      far.onicecandidate = ({ candidate }) => candidate && near.addIceCandidate(candidate);
      far.ondatachannel = ({ channel }) => {
        channel.onmessage = ({ data }) => {
          got.push(data instanceof ArrayBuffer ? data.byteLength : data);
          channel.send('answer to ' + (data.byteLength ?? data));
        };
      };
      const talk = near.createDataChannel('talk');
      const secret = near.createDataChannel('secret');
      talk.onmessage = ({ data }) => got.push(data);
      talk.onopen = () => {
        talk.send('hello');
        talk.send(new Uint8Array(${largest / 8}));
      };
      secret.onopen = () => secret.send('password');
      await near.setLocalDescription();
      await far.setRemoteDescription(near.localDescription);
      await far.setLocalDescription();
      await near.setRemoteDescription(far.localDescription);
    `);
    const bytes = largest / 8;
    const answers = ['answer to hello', `answer to ${bytes}`];
    expect(new Set(await page.got(5))).toEqual(new Set(['hello', bytes, 'password', ...answers]));
    const heard = await page.heard(10);
    const of = (name: string) => heard.filter((one) => (one as string[])[0] === name);
    for (const [name, mine, theirs] of [
      ['talk of page', 'page', 'other'],
      ['talk of other', 'other', 'page'],
    ] as const) {
      expect(of(name)[0]).toEqual([name, 'is open']);
      expect(of(name)).toEqual(
        expect.arrayContaining([
          [name, mine, 'hello', 0],
          [name, mine, bytes, 0],
          [name, theirs, answers[0], 0],
          [name, theirs, answers[1], 0],
        ]),
      );
    }
    expect(JSON.stringify(heard)).not.toContain('password');
  });
});

describe('sockets of a page', () => {
  it('are listened to in both directions, and go on as they would', async () => {
    await using page = await listening();
    const sockets = new WebSocketServer({ server: page.site.server });
    sockets.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => {
        socket.send(isBinary ? data : `answer to ${data}`);
        socket.send(Buffer.alloc(largest + 1));
        socket.send('the end');
      });
    });
    const address = page.site.url('/talk').replace('http', 'ws');
    await page.run(`
      for (const name of ['talk', 'quiet']) {
        const socket = new WebSocket('${address}'.replace('talk', name), []);
        if (!(socket instanceof WebSocket) || socket.constructor !== WebSocket || WebSocket.OPEN !== 1)
          throw new Error('it is not what it was');
        socket.onopen = () => socket.send(name === 'talk' ? 'hello' : new Blob(['psst']));
        socket.onmessage = ({ data }) => got.push(data.size ?? data);
      }
    `);
    expect(new Set(await page.got(6))).toEqual(new Set(['answer to hello', 4, largest + 1, 'the end']));
    expect(await page.heard(3)).toEqual([
      ['/talk', 'page', 'hello', 0],
      ['/talk', 'other', 'answer to hello', 0],
      ['/talk', 'other', 'the end', 1],
    ]);
    sockets.close();
  });

  it('tell who has closed them, after all that was said', async () => {
    await using page = await listening();
    const sockets = new WebSocketServer({ server: page.site.server });
    sockets.on('connection', (socket, { url }) => {
      socket.send('hello');
      if (url === '/gone') socket.close();
    });
    await page.run(`
      new WebSocket('${page.site.url('/gone').replace('http', 'ws')}');
      const left = new WebSocket('${page.site.url('/left').replace('http', 'ws')}');
      left.onmessage = () => left.close();
    `);
    const heard = await page.heard(4);
    expect(heard.filter((one) => (one as unknown[])[0] === '/gone')).toEqual([
      ['/gone', 'other', 'hello', 0],
      ['/gone', 'closed by', 'other'],
    ]);
    expect(heard.filter((one) => (one as unknown[])[0] === '/left')).toEqual([
      ['/left', 'other', 'hello', 0],
      ['/left', 'closed by', 'page'],
    ]);
    sockets.close();
  });
});

describe('what is said by the sockets of a page in its place', () => {
  it('comes after what the page has said, and is heard by nobody but the other end; nothing is said by a socket that is not open', async () => {
    await using page = await listening();
    const sockets = new WebSocketServer({ server: page.site.server });
    const told: string[] = [];
    sockets.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => {
        told.push(`${data}${isBinary ? ' in bytes' : ''}`);
        if (told.length === 2) socket.close();
      });
    });
    await page.run(`
      const socket = new WebSocket('${page.site.url('/talk').replace('http', 'ws')}');
      says['/talk']('too early');
      socket.onopen = () => {
        socket.send('hello');
        says['/talk']('and more');
      };
      socket.onclose = () => {
        says['/talk']('too late');
        got.push('closed');
      };
    `);
    expect(await page.got(1)).toEqual(['closed']);
    expect(told).toEqual(['hello', 'and more in bytes']);
    expect(await page.heard(2)).toEqual([
      ['/talk', 'page', 'hello', 0],
      ['/talk', 'closed by', 'other'],
    ]);
    sockets.close();
  });
});

describe('workers of a page', () => {
  it('are heard in what they tell it, and go on as they would', async () => {
    await using page = await listening();
    await page.run(`
      const script = new Blob(['onmessage = ({ data }) => postMessage(data);'], { type: 'text/javascript' });
      const worker = new Worker(URL.createObjectURL(script), { name: 'chat' });
      if (!(worker instanceof Worker) || worker.constructor !== Worker || Worker.name !== 'Worker')
        throw new Error('it is not what it was');
      worker.onmessage = ({ data }) => got.push(data);
      for (const told of [{ breaks: true }, 'text', { who: 'ada' }]) worker.postMessage(told);
    `);
    expect(await page.got(3)).toEqual([{ breaks: true }, 'text', { who: 'ada' }]);
    expect(await page.heard(1)).toEqual([['worker', 'ada']]);
  });
});

describe('answers to requests of a page', () => {
  it('are listened to, by whichever means they were asked for, and reach the page as they would', async () => {
    await using page = await listening((path) => {
      if (path.startsWith('/roster') || path.startsWith('/quiet'))
        return (_, response) => response.writeHead(path.endsWith('text') ? 203 : 200).end('{"who":"ada"}');
      if (path === '/large') return (_, response) => response.end('x'.repeat(8 * largest + 1));
      return undefined;
    });
    await page.run(`
      got.push(await (await fetch('/roster', { method: 'post' })).json());
      got.push(await (await fetch(new Request('/quiet'), null)).text());
      got.push((await (await fetch(new URL('/large', location))).text()).length);
      const ask = (type) => new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open('GET', '/roster/' + type);
        request.responseType = type;
        request.onload = () => resolve(request.response.byteLength ?? request.response);
        request.send();
      });
      for (const type of ['text', 'json', 'arraybuffer']) got.push(await ask(type));
      got.push(await fetch('http://127.0.0.1:9/nobody').catch(({ name }) => name));
    `);
    const text = '{"who":"ada"}';
    const whole = { who: 'ada' };
    expect(await page.got(7)).toEqual([whole, text, 8 * largest + 1, text, whole, text.length, 'TypeError']);
    expect(await page.heard(4)).toEqual([
      ['POST /roster', 'other', text, 0, 200],
      ['GET /roster/text', 'other', text, 0, 203],
      ['GET /roster/json', 'other', text, 0, 200],
      ['GET /roster/arraybuffer', 'other', text, 0, 200],
    ]);
  });
});

describe('what a page exchanges', () => {
  it('is not touched where its platform does not ask for it', async () => {
    await using site = await aSite('');
    await using meeting = await openMeetingPage(browser, demoRoom);
    await meeting.load(site.url());
    const own = await meeting.page.evaluate(() =>
      [
        fetch,
        WebSocket,
        XMLHttpRequest.prototype.open,
        XMLHttpRequest.prototype.send,
        RTCDataChannel.prototype.send,
        RTCPeerConnection.prototype.createDataChannel,
      ].map((one) => Function.prototype.toString.call(one).includes('[native code]')),
    );
    expect(own).toEqual([true, true, true, true, true, true]);
    // Nor does anything hide from a page that a program has its browser.
    expect(await meeting.page.evaluate(() => navigator.webdriver)).toBe(true);
  });
});
