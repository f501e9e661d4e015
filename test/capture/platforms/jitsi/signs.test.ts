import { expect, it } from 'vitest';
import { documentsOf } from '../../../../bin/judge/documents.ts';
import { type Entry, readEntries } from '../../../../bin/judge/entry.ts';
import { factsOf } from '../../../../bin/judge/verdict.ts';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/signs.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';

const entries = readEntries(new URL('../../../corpus', import.meta.url).pathname);
const asking = entries.find((entry): entry is Entry => !(entry instanceof Error) && entry.name === 'jitsi/j08-asking');

it('a notice about a password ends no bot that waits in the lobby and is asked for none', () => {
  if (!asking) throw new Error('the corpus has no page of a lobby');
  const facts = factsOf(asking, documentsOf(asking), jitsi);
  const noticed = { ...facts, texts: [...facts.texts, { text: 'Invalid password', place: 'passing' as const }] };
  expect(judge(noticed, asking.history, jitsi)).toMatchObject({ phase: 'waiting_room', row: { id: 'J08' } });
});
