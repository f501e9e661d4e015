/**
 * Pages that have only begun to load and show the name of a meeting, which people give: called like an end or a refusal, it is
 * none, also where nobody knows what stood on the page before.
 */
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../bin/judge/documents.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import { judge } from '../../../lib/capture/platforms/judging/judge.ts';
import type { History, SignTable } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';

const addresses = {
  google_meet: 'https://meet.google.com/kvd-hmzp-wqa',
  teams: 'https://teams.microsoft.com/light-meetings/launch',
  zoom: 'https://app.zoom.us/wc/81234567890/join',
  jitsi: 'https://meet.example.com/tea',
  galene: 'https://galene.example.com/group/tea/',
  livekit: 'https://livekit.example.com/rooms/tea',
} as const;

const asked: History = { pressed_join: true };
const waited: History = { ...asked, waited: true };
const inside: History = { ...waited, admitted: true, glimpsed: true };
/** What makes the ends of a phase possible. */
const before: Readonly<Record<string, History>> = {
  removed: inside,
  ended: inside,
  denied: waited,
  not_found: {},
};

/** What a table takes for an end when a page says it, once for each reason, with what the bot has done by then. */
const namesIn = ({ states }: SignTable): readonly (readonly [string, History])[] => {
  const names = new Map<string, string>();
  for (const { phase, signs } of states) {
    const said = signs.find((sign) => sign.class === 'T');
    if (phase in finalPhases && said && !names.has(phase)) names.set(phase, said.say.replaceAll('*', ' ').trim());
  }
  return [...names].map(([phase, name]) => [name, before[phase] ?? asked]);
};

type Pages = Readonly<Record<string, (name: string) => string>>;

/** Which say or show that something goes on. */
const loading: Pages = {
  'over a bar of progress': (name) =>
    `<main><h1>${name}</h1><div role="progressbar"></div><button>Leave</button></main>`,
  'where something is busy': (name) => `<main aria-busy="true"><div>${name}</div><button>Leave</button></main>`,
  'beside a spinner': (name) => `<div class="spinner-container"></div><div>${name}</div><button>Leave</button>`,
  'while it connects': (name) => `<div><div>${name}</div><p>Connecting...</p><button>Cancel</button></div>`,
  'while it joins': (name) => `<main><h2>${name}</h2><p>Joining the meeting…</p><button>Cancel</button></main>`,
  'while it connects again': (name) => `<div>${name}</div><div role="status">Trying to connect you again</div>`,
  'over a preview': (name) =>
    `<h2>${name}</h2><div><button aria-label="Turn off microphone">Mic</button><button>Back</button></div>`,
  'over skeletons': (name) => `<h1>${name}</h1><div class="skeleton-row"></div><button>Leave</button>`,
};

/** Which have nothing yet that leads on. */
const bare: Pages = {
  'and nothing else': (name) => `<div id="app"><h1>${name}</h1></div>`,
  'in a line of its own': (name) => `<div id="root"><div><div>${name}</div></div></div>`,
  'with its time': (name) => `<header><h1>${name}</h1><span>10:00 AM - 11:00 AM</span></header><main></main>`,
  'between links of the product': (name) =>
    `<header><a href="/">Product</a></header><h1>${name}</h1><footer><a href="/privacy">Privacy</a></footer>`,
  'over buttons that cannot be pressed': (name) => `<h1>${name}</h1><button disabled>Mic</button>`,
  'beside an icon': (name) => `<div>${name}</div><button aria-label="Chat"><i aria-hidden="true">chat</i></button>`,
  'over an empty frame': (name) => `<h1>${name}</h1><iframe src="about:blank"></iframe>`,
};

describe.each(Object.entries(addresses))('a page of %s that is half loaded', (platform, address) => {
  const table = tables[platform] as SignTable;
  const names = namesIn(table);
  const ends = (html: string, title: string, is_young = false): string[] =>
    names.flatMap(([name, history]) => {
      const document = documentOf(`<!doctype html><title></title><body>${html.replaceAll('{}', name)}</body>`);
      const facts = factsOf({ address, title: title.replaceAll('{}', name), wire: [], is_young }, [document], table);
      const { phase } = judge(facts, history, table);
      return phase in finalPhases ? `${name}: ${phase}` : [];
    });

  it.each(Object.entries(loading))('shows what its meeting is called, %s, and is not over, however long', (_, page) => {
    expect(names.length).toBeGreaterThan(0);
    expect(ends(page('{}'), 'The product')).toEqual([]);
  });

  it.each(Object.entries(bare))('shows that %s, and is not over while it is young', (_, page) => {
    expect(ends(page('{}'), 'The product', true)).toEqual([]);
  });

  it('is not over where its title says that the meeting is called so', () => {
    expect(ends('<h1>{}</h1><button>Leave</button>', '{} | The product')).toEqual([]);
  });
});
