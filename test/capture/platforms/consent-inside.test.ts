/** What asks for consent, over a meeting in which the bot already is: pages of the corpus, one put over the other. */
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../bin/judge/documents.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import { signs as googleMeet } from '../../../lib/capture/platforms/google-meet/signs.ts';
import { createRecogniser } from '../../../lib/capture/platforms/judging/recogniser.ts';
import { signs as zoom } from '../../../lib/capture/platforms/zoom/signs.ts';
import { corpusEntry } from '../../lab/pages/corpus.ts';

describe.each([
  { table: googleMeet, inside: 'google_meet/m28-in-call', asks: 'google_meet/m07-notes-consent' },
  { table: googleMeet, inside: 'google_meet/m28-in-call', asks: 'google_meet/m07-shared-with-a-notetaker' },
  { table: googleMeet, inside: 'google_meet/m28-in-call', asks: 'google_meet/m07-alertdialog' },
  { table: googleMeet, inside: 'google_meet/m28-in-call', asks: 'google_meet/m07-recorded-and-notes-while-asking' },
  { table: zoom, inside: 'zoom/z36-in-meeting', asks: 'zoom/z03-terms' },
  { table: zoom, inside: 'zoom/z36-in-meeting', asks: 'zoom/z03-companion' },
  { table: zoom, inside: 'zoom/z36-in-meeting', asks: 'zoom/z03-live-stream-in-words-of-an-account' },
])('a question for consent in the middle of a meeting of $table.platform: $asks', ({ table, inside, asks }) => {
  const entry = corpusEntry(inside);
  const factsWith = (dialog: Element | null | undefined) => {
    const documents = documentsOf(entry);
    const page = documents.at(-1);
    if (dialog && page) page.body.append(page.importNode(dialog, true));
    return factsOf(entry, documents, table);
  };
  const dialogs = documentsOf(corpusEntry(asks)).map((page) =>
    page.querySelector('[role=dialog], [role=alertdialog], [aria-modal=true]'),
  );
  const meeting = factsWith(undefined);
  const question = factsWith(dialogs.find((dialog) => dialog !== null));

  it('is told as one, says what the operator can do, and is gone when the question is', () => {
    let now_ms = 1_000_000;
    const recogniser = createRecogniser(
      table,
      () => undefined,
      () => now_ms,
    );
    recogniser.pressedJoin();
    const phases = [meeting, meeting, meeting, question, question, question, meeting].map((facts) => {
      now_ms += 250;
      const { phase, page } = recogniser.recognise(facts);
      return page?.advice ? `${phase}: ${page.advice}` : phase;
    });
    const asking = 'consent_asked: accept_terms';
    expect(phases).toEqual(['in_meeting', 'in_meeting', 'in_meeting', asking, asking, asking, 'in_meeting']);
  });
});
