import { expect, it } from 'vitest';
import { documentOf, stillEyes } from '../../../../../../bin/judge/documents.ts';
import { wayOn } from '../../../../../../lib/capture/platforms/teams/page/call/launcher.ts';

const tidOf = (html: string) => wayOn(documentOf(html), stillEyes.isSeen)?.dataset.case;

const app = '<button data-case="app" data-tid="joinInApp"><h3>In der Teams-App teilnehmen</h3></button>';

it.each([
  [
    'in another language',
    `${app}<button data-case="web" data-tid="joinOnWeb"><h3>In diesem Browser fortfahren</h3></button>`,
  ],
  ['by its words', '<a role="button" data-case="web" href="/light-meetings/launch">Join from browser</a>'],
  ['with more words in it', '<button data-case="web"><h3>Continue on this browser</h3><p>No download.</p></button>'],
  [
    'behind one that is out of sight',
    '<div hidden><button data-tid="joinOnWeb"></button></div><button data-case="web">Join from this browser</button>',
  ],
])('goes on in the browser by what is pressed there, %s', (_, html) => {
  expect(tidOf(html)).toBe('web');
});

it.each([app, '<button data-tid="joinOnWeb" disabled>Continue</button>', ''])('has no way on: %s', (html) => {
  expect(tidOf(html)).toBeUndefined();
});
